// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/process/endsession.h"

#include "core/process/processstat.h"

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

} // namespace

void endSession(pid_t leader)
{
    bool found = true;
    for (int round = 0; found && round < Rounds; ++round) {
        found = false;
        forEachProcess([&](pid_t pid) {
            if (!belongs(pid, leader))
                return;
            found = true;
            end(pid, leader);
        });
    }
}

} // namespace qontroller
