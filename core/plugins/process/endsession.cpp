// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/process/endsession.h"

#include "core/plugins/process/processstat.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>

#include <csignal>

namespace qontroller {

namespace {

constexpr int PatienceMilliseconds = 1000;
/// A session that forks faster than it is killed is given up after so many looks.
constexpr int Rounds = 100;

/// Whether the process lives and belongs to the session.
bool belongs(pid_t pid, pid_t session)
{
    const auto stat = processStat(pid);
    return stat && stat->session == session;
}

/// Through a descriptor: its number cannot become another's meanwhile.
void end(pid_t pid, pid_t session)
{
    const UniqueFd fd = openProcess(pid);
    if (!fd || !belongs(pid, session))
        return;
    if (::syscall(SYS_pidfd_send_signal, fd.get(), SIGKILL, nullptr, 0) != 0)
        return;
    pollfd ended{fd.get(), POLLIN, 0};
    ::poll(&ended, 1, PatienceMilliseconds);
}

/// What cannot be opened looks like a process that has ended.
bool canLook()
{
    return bool(UniqueFd(::open("/proc/self/stat", O_RDONLY | O_CLOEXEC)));
}

} // namespace

bool endSession(pid_t leader)
{
    bool found = true;
    for (int round = 0; found && round < Rounds; ++round) {
        found = false;
        if (!canLook())
            return false;
        forEachProcess([&](pid_t pid) {
            if (!belongs(pid, leader))
                return;
            found = true;
            end(pid, leader);
        });
    }
    return canLook();
}

} // namespace qontroller
