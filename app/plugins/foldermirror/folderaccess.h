// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/uniquefd.h"
#include "core/base/threads/mutex.h"

#include <string>

namespace qontroller::foldermirror {

/// Lets work be done in target folders whose mirrored mode forbids it to us.
///
/// A folder that is read-only in the source is read-only in the target, and only
/// the superuser may still write there. For the moment of one call the folder
/// gets its owner's permissions, then its own again. One such moment at a time,
/// and no mode is set during one, so none is lost. Thread-safe.
class FolderAccess final
{
public:
    /// Returns what \a call returns: negative with `errno` on failure. A second
    /// call is made if the first was refused and the open folder \a folder is ours.
    template<class Call>
    int write(int folder, Call call) QONTROLLER_EXCLUDES(m_mutex)
    {
        const int result = call();
        if (result >= 0 || errno != EACCES)
            return result;
        MutexLock lock(m_mutex);
        const Grant grant(folder);
        return call();
    }

    /// Opens the folder \a name in \a parent, as openat() does, even if it or
    /// \a parent may not be entered. No link is followed.
    [[nodiscard]] UniqueFd openFolder(int parent, const std::string &name)
        QONTROLLER_EXCLUDES(m_mutex);

    /// Returns what \a call returns, which may set the modes of folders.
    template<class Call>
    int setModes(Call call) QONTROLLER_EXCLUDES(m_mutex)
    {
        MutexLock lock(m_mutex);
        return call();
    }

private:
    // Gives the owner all permissions for its lifetime. Keeps errno.
    class Grant
    {
    public:
        explicit Grant(int folder);
        ~Grant();
        Grant(const Grant &) = delete;
        Grant &operator=(const Grant &) = delete;

    private:
        int m_folder;
        unsigned m_mode = 0;
        bool m_granted = false;
    };

    Mutex m_mutex;
};

} // namespace qontroller::foldermirror
