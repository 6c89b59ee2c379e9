// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerd/serverend.h"

#include "app/cli/exitstatus.h"
#include "app/qontrollerd/controllerend.h"

#include <algorithm>

namespace qontroller {

int exitStatusOf(const ServerEnd &end)
{
    if (end.signal)
        return 128 + *end.signal;
    if (end.leavesCalls || end.isOutputLost)
        return numberOf(ExitStatus::InternalError);
    const bool isTroubledEnd = end.leftUndone > 0 || end.leavesOperations || end.leavesJobs
                               || !end.isSessionApplied || end.keptBack > 0 || end.isJournalLost
                               || end.lostProcesses > 0
                               || std::ranges::any_of(end.controllers, isTroubled);
    return numberOf(isTroubledEnd ? ExitStatus::Troubled : ExitStatus::Well);
}

} // namespace qontroller
