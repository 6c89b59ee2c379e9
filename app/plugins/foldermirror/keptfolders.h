// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"

#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace qontroller::foldermirror {

/// Folders of the target that stay although the source has none there, because of what is in them
/// and left alone: see Excludes. Thread-safe.
class KeptFolders final
{
public:
    using Paths = std::set<std::string, std::less<>>;

    /// What a walk through the whole target came to.
    void replace(Paths folders) QONTROLLER_EXCLUDES(m_mutex)
    {
        MutexLock lock(m_mutex);
        m_folders = std::move(folders);
    }
    void add(const std::string &folder) QONTROLLER_EXCLUDES(m_mutex)
    {
        MutexLock lock(m_mutex);
        m_folders.insert(folder);
    }
    [[nodiscard]] bool contain(std::string_view folder) const QONTROLLER_EXCLUDES(m_mutex)
    {
        MutexLock lock(m_mutex);
        return m_folders.contains(folder);
    }

private:
    mutable Mutex m_mutex;
    Paths m_folders QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller::foldermirror
