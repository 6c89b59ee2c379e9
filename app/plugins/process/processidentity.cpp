// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/process/processidentity.h"

#include <sys/syscall.h>

#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

namespace qontroller {

std::optional<ProcessIdentity> identityOf(pid_t pid)
{
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    const std::string all{std::istreambuf_iterator<char>(file), {}};
    const std::size_t name = all.rfind(')'); // the name before it may hold anything
    if (name == std::string::npos)
        return std::nullopt;
    std::istringstream rest(all.substr(name + 1));
    std::string state;
    rest >> state;
    std::string skipped;
    for (int field = 4; field < 22; ++field)
        rest >> skipped;
    ProcessIdentity identity{pid, 0};
    rest >> identity.startTime;
    if (!rest || state == "Z" || state == "X")
        return std::nullopt;
    return identity;
}

UniqueFd openProcess(const ProcessIdentity &process)
{
    UniqueFd fd(static_cast<int>(::syscall(SYS_pidfd_open, process.pid, 0)));
    // Only now can the number not be given to another one unnoticed.
    if (fd && identityOf(process.pid) != process)
        fd.reset();
    return fd;
}

} // namespace qontroller
