// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/options.h"
#include "core/engine/observe/controllers/counters.h"
#include "core/engine/observe/controllers/failurecause.h"
#include "core/engine/observe/controllers/heldlist.h"
#include "core/engine/observe/controllers/liststatus.h"
#include "core/engine/observe/controllers/processmonitor.h"
#include "core/engine/observe/controllers/workerrow.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace qontroller {

enum class WatchState : std::uint8_t {
    None, ///< the source has no watch
    Starting,
    Live,
    Retrying, ///< ended, taken up again after a back-off
};

enum class ControllerState : std::uint8_t {
    Starting, ///< before the first list
    Running,
    Paused, ///< by an operator, or no workers
    Draining,
    Stopped,
};

[[nodiscard]] std::string_view name(ControllerState state);
[[nodiscard]] std::string_view name(WatchState state);

/// What the host has no more of for a controller: descriptors, memory, processes, threads. No
/// object's fault: attempts that meet it wait and are made again.
struct HostShortageStatus
{
    std::string text; ///< as it was met last; empty: nothing is short
    TimePoint at;     ///< when it was met last
};

/// The lock service of a controller, while it is away: nothing of the controller runs.
struct LockOutageStatus
{
    std::string text; ///< what its locker said last
    TimePoint since;  ///< TimePoint{}: it is not away

    [[nodiscard]] bool isAway() const { return since != TimePoint{}; }
};

/// A controller at this moment, without its objects and events.
struct ControllerView
{
    ControllerId id = 0;
    std::string name;
    std::string plugin;
    ControllerState state = ControllerState::Starting;
    WatchState watch = WatchState::None;
    ControllerOptions options;
    bool hostStops = false; ///< it drains with all others of its host
    bool paused = false; ///< by an operator, whatever the state is
    std::string pauseReason;
    TimePoint pausedUntil; ///< TimePoint{}: not paused, or until an operator resumes it
    TimePoint pausedSince; ///< TimePoint{}: not paused, or nobody knows
    HeldList held; ///< the last
    ListStatus lists;
    std::string listError;  ///< of the last list of a source, if it failed
    std::string watchError; ///< of the watch of a source, until it works again
    TimePoint sourceErrorAt;
    HostShortageStatus shortage;
    LockOutageStatus lockOutage;
    TimePoint startedAt;
    ProcessStatus process;
    Counters counters;
    Gauges gauges;
    std::vector<FailureCause> failures; ///< by cause: Gauges::givenUp of them
    std::uint64_t rowsPending = 0;  ///< changed rows, and what had no room, for the next pull
    std::vector<WorkerRow> workers; ///< at most DeltaWorkerLimit
};
inline constexpr std::size_t DeltaWorkerLimit = 1000;

} // namespace qontroller
