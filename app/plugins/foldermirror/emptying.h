// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/base/threads/mutex.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>

namespace qontroller::foldermirror {

/// Folders of the target that are removed once they are empty. One whose content does not go is
/// looked at less and less often: what is in it has a back-off of its own. Thread-safe.
class Emptying final
{
public:
    static constexpr Duration Soon = std::chrono::milliseconds(100);
    static constexpr Duration Seldom = std::chrono::seconds(30);

    /// The folder \a path is not empty; \a changed: when its status changed last, in ns.
    void look(const std::string &path, std::int64_t changed) QONTROLLER_EXCLUDES(m_mutex)
    {
        MutexLock lock(m_mutex);
        const auto [it, isFirst] = m_folders.try_emplace(path, Folder{changed, Soon});
        Folder &folder = it->second;
        const bool hasChanged = isFirst || folder.changed != changed;
        folder.next = hasChanged ? Soon : std::min(2 * folder.next, Seldom);
        folder.changed = changed;
    }
    /// How long from the last look at it to the next.
    [[nodiscard]] Duration next(const std::string &path) const QONTROLLER_EXCLUDES(m_mutex)
    {
        MutexLock lock(m_mutex);
        const auto it = m_folders.find(path);
        return it == m_folders.end() ? Soon : it->second.next;
    }
    /// It is gone, or stays.
    void forget(const std::string &path) QONTROLLER_EXCLUDES(m_mutex)
    {
        MutexLock lock(m_mutex);
        m_folders.erase(path);
    }
    [[nodiscard]] bool contain(const std::string &path) const QONTROLLER_EXCLUDES(m_mutex)
    {
        MutexLock lock(m_mutex);
        return m_folders.contains(path);
    }
    [[nodiscard]] bool isNone() const QONTROLLER_EXCLUDES(m_mutex)
    {
        MutexLock lock(m_mutex);
        return m_folders.empty();
    }

private:
    struct Folder
    {
        std::int64_t changed = 0;
        Duration next{};
    };
    mutable Mutex m_mutex;
    std::map<std::string, Folder> m_folders QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller::foldermirror
