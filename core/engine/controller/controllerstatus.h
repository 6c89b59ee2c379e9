// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/observe/controllers/controllerview.h"
#include "core/engine/observe/controllers/custommetrics.h"
#include "core/engine/observe/controllers/foreigncall.h"
#include "core/engine/observe/controllers/histogram.h"

#include <string>
#include <vector>

namespace qontroller {

/// What one controller left undone when it stopped: after the last attempt has ended, or was given
/// up.
struct StopReport
{
    std::string name;
    std::vector<ObjectId> left; ///< still queued, running or to be tried again; at most 1000
    std::vector<std::string> leftWhy; ///< … and of each why, for a person
    std::uint64_t leftCount = 0;
    /// What did not return although it was asked to stop. Its threads go on, and what they
    /// touch lives for as long; or it has ended with the process of its controller.
    std::vector<RunningCall> calls;
};

/// A controller's totals, for status lines, metrics and the exit status.
struct ControllerStatus
{
    ControllerId id = 0;
    std::string name;
    ControllerState state = ControllerState::Starting;
    ControllerOptions options;
    bool hasListed = false; ///< a first list has ended and has not failed: objects are handled
    ListStatus lists;
    Counters counters;
    Gauges gauges;
    ProcessStatus process;
    HostShortageStatus shortage;
    LockOutageStatus lockOutage;
    std::vector<CustomMetric> customMetrics; ///< those of its author, by name

    /// Each source has had its first list, the objects of that are handled, and nothing is queued,
    /// running, in back-off or waits.
    [[nodiscard]] bool isIdle() const;
    /// The same, but objects may wait for what their handlers have named.
    [[nodiscard]] bool isHandled() const;
    /// Items that wait, but not for a worker or the end of a back-off: for what their handlers have
    /// named, for the rest of a removal, or for a lock.
    [[nodiscard]] std::uint64_t waiting() const;
    /// Items that are not in order: failed, parked, held or in back-off.
    [[nodiscard]] std::uint64_t troubled() const;
};

/// Latencies by what came of it, as the metrics want them.
struct LatencyBreakdown
{
    Histogram queue; ///< from ready to taken
    Histogram work;  ///< from taken to finished
    Histogram storageOk, storageFailed;
    Histogram listOk, listFailed;
    Histogram addOk, addFailed;
    Histogram removeOk, removeFailed;
};

} // namespace qontroller
