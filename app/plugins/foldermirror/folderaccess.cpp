// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/folderaccess.h"

#include "app/plugins/foldermirror/beneath.h"
#include "app/plugins/foldermirror/entry.h"

#include <fcntl.h>
#include <sys/stat.h>

namespace qontroller::foldermirror {

namespace {

constexpr unsigned OwnersAll = 0700;
constexpr int FolderFlags = O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

} // namespace

// Through /proc, because fchmod() does not take a descriptor opened with O_PATH.
FolderAccess::Grant::Grant(int folder)
    : m_folder(folder)
{
    const int saved = errno;
    FileStatus status{};
    if (::fstat(folder, &status) == 0 && status.st_uid == ::geteuid()) {
        m_mode = status.st_mode & 07777U;
        m_granted = (m_mode & OwnersAll) != OwnersAll
                    && ::chmod(procPathOf(folder).c_str(), m_mode | OwnersAll) == 0;
    }
    errno = saved;
}

FolderAccess::Grant::~Grant()
{
    if (!m_granted)
        return;
    const int saved = errno;
    static_cast<void>(::chmod(procPathOf(m_folder).c_str(), m_mode));
    errno = saved;
}

UniqueFd FolderAccess::openFolder(int parent, const std::string &name)
{
    UniqueFd fd(::openat(parent, name.c_str(), O_RDONLY | FolderFlags));
    if (fd || errno != EACCES)
        return fd;
    MutexLock lock(m_mutex);
    const Grant parentGrant(parent);
    const UniqueFd folder(::openat(parent, name.c_str(), O_PATH | FolderFlags));
    if (!folder)
        return {};
    const Grant folderGrant(folder.get());
    return UniqueFd(::openat(parent, name.c_str(), O_RDONLY | FolderFlags));
}

} // namespace qontroller::foldermirror
