// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/common/absences.h"
#include "core/base/mutex.h"

#include <sys/stat.h>

#include <optional>
#include <string>
#include <utility>

namespace qontroller {

/// Which folder was listed last. A path may come to mean another one: a folder that is not
/// mounted, or was moved away and made anew, lacks files that were never deleted. And which of its
/// files are away for a moment only. Thread-safe.
class ListedFolder
{
public:
    explicit ListedFolder(std::string path, Duration patience = Absences::Patience)
        : m_path(std::move(path))
        , m_absences(patience)
    {}

    [[nodiscard]] const std::string &path() const { return m_path; }
    /// The path of the file of object \a id.
    [[nodiscard]] std::string fileOf(const std::string &id) const
    {
        return m_path + '/' + id + ".json";
    }

    [[nodiscard]] Absences &absences() { return m_absences; }

    /// A list begins.
    void note()
    {
        const auto now = identity();
        MutexLock lock(m_mutex);
        m_listed = now;
    }
    /// Whether the path means what it meant then.
    [[nodiscard]] bool isStillThere() const
    {
        const auto now = identity();
        MutexLock lock(m_mutex);
        return now && now == m_listed;
    }

private:
    using Identity = std::pair<dev_t, ino_t>;
    [[nodiscard]] std::optional<Identity> identity() const
    {
        struct stat status
        {
        };
        if (::stat(m_path.c_str(), &status) != 0 || !S_ISDIR(status.st_mode))
            return std::nullopt;
        return Identity(status.st_dev, status.st_ino);
    }

    const std::string m_path;
    Absences m_absences;
    mutable Mutex m_mutex;
    std::optional<Identity> m_listed QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller
