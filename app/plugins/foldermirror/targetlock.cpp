// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/targetlock.h"

#include "app/plugins/foldermirror/failure.h"

#include <fcntl.h>

#include <cerrno>
#include <utility>

namespace qontroller::foldermirror {

bool saysNoLocks(int code)
{
    return code == ENOLCK || code == EOPNOTSUPP || code == ENOSYS || code == EINVAL
           || code == EBADF;
}

tl::expected<TargetLock::Share, int> TargetLock::take(int root, const Entry &entry)
{
    if (m_use == TargetUse::Look)
        return Share();
    MutexLock lock(m_mutex);
    if (m_share && m_root.isSameFileAs(entry))
        return m_share;
    m_share.reset();
    UniqueFd folder(::openat(root, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!folder)
        return tl::unexpected(errno);
    LockedFd locked(std::move(folder));
    if (!locked && !saysNoLocks(errno))
        return tl::unexpected(errno == EWOULDBLOCK ? UsedByAnother : errno);
    if (!locked)
        m_abilities.tell("cannot be locked: see to it that no other mirror has it as its target");
    m_root = entry;
    m_share = std::make_shared<const LockedFd>(std::move(locked));
    return m_share;
}

void TargetLock::letGo()
{
    MutexLock lock(m_mutex);
    m_share.reset();
}

} // namespace qontroller::foldermirror
