// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/process/processidentity.h"

#include "core/plugins/process/processstat.h"

namespace qontroller::supervision {

std::optional<ProcessIdentity> identityOf(pid_t pid)
{
    const auto stat = processStat(pid);
    return stat ? std::optional(ProcessIdentity{pid, stat->startTime}) : std::nullopt;
}

UniqueFd openProcess(const ProcessIdentity &process)
{
    UniqueFd fd = qontroller::openProcess(process.pid);
    // Only now can the number not be given to another one unnoticed.
    if (fd && identityOf(process.pid) != process)
        fd.reset();
    return fd;
}

} // namespace qontroller::supervision
