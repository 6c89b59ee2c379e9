// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/process/endsession.h"

#include "core/process/processstat.h"

#include <poll.h>
#include <sys/syscall.h>

#include <charconv>
#include <csignal>
#include <filesystem>
#include <string>
#include <system_error>

namespace qontroller {

namespace fs = std::filesystem;

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

/// The number of the process that a folder of /proc is about; 0 for the other ones.
pid_t numberOf(const fs::path &folder)
{
    const std::string name = folder.filename().string();
    pid_t pid = 0;
    const char *const end = name.data() + name.size();
    const auto [read, error] = std::from_chars(name.data(), end, pid);
    return error == std::errc() && read == end ? pid : 0;
}

} // namespace

void endSession(pid_t leader)
{
    bool found = true;
    for (int round = 0; found && round < Rounds; ++round) {
        found = false;
        std::error_code error;
        for (fs::directory_iterator it("/proc", error), last; !error && it != last;
             it.increment(error)) {
            const pid_t pid = numberOf(it->path());
            if (pid == 0 || !belongs(pid, leader))
                continue;
            found = true;
            end(pid, leader);
        }
    }
}

} // namespace qontroller
