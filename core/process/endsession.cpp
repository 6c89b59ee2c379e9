// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/process/endsession.h"

#include "core/process/uniquefd.h"

#include <poll.h>
#include <sys/syscall.h>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <system_error>

namespace qontroller {

namespace fs = std::filesystem;

namespace {

constexpr int PatienceMilliseconds = 1000;
/// Whoever forks faster than it is killed is given up after so many looks.
constexpr int Rounds = 100;

/// Whether the process of that folder of /proc lives and belongs to the session.
bool belongs(const fs::path &folder, pid_t session)
{
    std::ifstream file(folder / "stat");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::size_t name = text.rfind(')'); // a name may hold anything
    if (name == std::string::npos)
        return false;
    std::istringstream fields(text.substr(name + 1));
    char state = 'X';
    pid_t parent = 0;
    pid_t group = 0;
    pid_t its = 0;
    fields >> state >> parent >> group >> its;
    return fields && its == session && state != 'Z' && state != 'X';
}

/// Through a descriptor: its number cannot become another's meanwhile.
void end(const fs::path &folder, pid_t session)
{
    const pid_t pid = static_cast<pid_t>(std::stol(folder.filename().string()));
    const UniqueFd fd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    if (!fd || !belongs(folder, session))
        return;
    if (::syscall(SYS_pidfd_send_signal, fd.get(), SIGKILL, nullptr, 0) != 0)
        return;
    pollfd ended{fd.get(), POLLIN, 0};
    ::poll(&ended, 1, PatienceMilliseconds);
}

bool isProcess(const fs::path &folder)
{
    const std::string name = folder.filename().string();
    return std::ranges::all_of(name, [](unsigned char c) { return std::isdigit(c) != 0; });
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
            if (!isProcess(it->path()) || !belongs(it->path(), leader))
                continue;
            found = true;
            end(it->path(), leader);
        }
    }
}

} // namespace qontroller
