// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/host/host.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace qontroller {

/// How a server has ended, as far as its exit status follows from it.
struct ServerEnd
{
    std::optional<int> signal = {}; ///< that asked for the end
    bool leavesCalls = false;       ///< some do not return
    bool isOutputLost = false;      ///< not all of status and summary could be written
    std::uint64_t leftUndone = 0;   ///< objects
    bool leavesOperations = false;  ///< on members
    bool leavesJobs = false;        ///< of operators
    bool isSessionApplied = true;   ///< the last one that was asked for
    std::size_t keptBack = 0;       ///< controllers whose plugin crashed the program
    bool isJournalLost = false;     ///< what was last is not on disk, or what was known is lost
    std::size_t lostProcesses = 0;  ///< controllers that were not stopped in order
    std::vector<ControllerStatus> controllers = {};
};

/// A signal goes before calls that do not return and output that is lost, and these before what is
/// not in order.
[[nodiscard]] int exitStatusOf(const ServerEnd &end);

} // namespace qontroller
