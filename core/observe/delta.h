// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/api/options.h"
#include "core/observe/eventrecord.h"
#include "core/observe/histogram.h"
#include "core/observe/itemrow.h"
#include "core/observe/liststatus.h"
#include "core/observe/processmonitor.h"
#include "core/observe/workerrow.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace qontroller {

/// What a controller has counted since it started. Each only grows.
struct Counters
{
    std::uint64_t triggers = 0; ///< reasons to run, merged or not
    std::uint64_t queued = 0;   ///< times an item was put into the queue
    std::uint64_t dequeued = 0;
    std::uint64_t handled = 0;   ///< attempts that ended, whatever came out
    std::uint64_t added = 0;     ///< `add` that succeeded
    std::uint64_t removed = 0;   ///< `remove` that succeeded
    std::uint64_t ignored = 0;   ///< the storage said: not for us
    std::uint64_t withheld = 0;  ///< the storage said: gone, and the removal is held
    std::uint64_t errors = 0;    ///< attempts that failed
    std::uint64_t panics = 0;    ///< … with an exception
    std::uint64_t parkings = 0;  ///< … for good
    std::uint64_t retries = 0;   ///< attempts planned after an error
    std::uint64_t requeues = 0;  ///< runs planned by RequeueAfter
    std::uint64_t waits = 0;     ///< runs planned by Wait, and by Shortage
    std::uint64_t disowned = 0;  ///< taken, and not begun: another host owned it by then
    std::uint64_t shortages = 0; ///< how often something met a shortage of the host
    std::uint64_t locksGranted = 0;
    std::uint64_t locksRefused = 0;
    std::uint64_t locksLost = 0;
    std::uint64_t locksAway = 0; ///< attempts that found the lock service away
    std::uint64_t locksNotReleased = 0;
    std::uint64_t lists = 0;        ///< of all sources, complete or partial
    std::uint64_t listsPartial = 0; ///< … of these
    std::uint64_t listFailures = 0;
    std::uint64_t watchEvents = 0;
    std::uint64_t watchErrors = 0; ///< events that could not be understood
    std::uint64_t watchRestarts = 0;
    std::uint64_t idsRefused = 0;    ///< empty or longer than LongestId
    std::uint64_t eventsDropped = 0; ///< from the event ring, before any reader saw them
    // What handlers said and was not taken: see AttemptSink
    std::uint64_t noticesDropped = 0;  ///< events, too many a second
    std::uint64_t metricsRefused = 0;  ///< values of metrics of their own
    std::uint64_t requeuesUnknown = 0; ///< objects to be looked at that are not known
};

/// What a controller is at this moment.
struct Gauges
{
    std::uint64_t known = 0;
    std::uint64_t depth = 0; ///< items ready for a worker: what workqueue_depth says
    std::uint64_t running = 0;
    std::uint64_t locksHeld = 0; ///< granted and not given back; without a locker: running
    std::array<std::uint64_t, ItemStateCount> states{}; ///< items by ItemState
    std::uint64_t parts = 0;      ///< that ids are cut into; 0: this host owns all ids
    std::uint64_t partsOwned = 0; ///< … by this host
    int workers = 0;
    std::uint64_t stuckInPlace = 0; ///< of these: stuck and not replaced, because too many are
    Duration oldestWaiting{};       ///< of what is ready
    Duration oldestRunning{};
    Duration runningSum{}; ///< how long all that runs has run, added up
    Duration listAge{};    ///< since ListStatus::completeAt
};

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

/// Latencies since the controller started, over all workers.
struct Latencies
{
    Histogram queue;   ///< from ready to taken
    Histogram work;    ///< from taken to finished
    Histogram handler; ///< `add` and `remove`
};

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

/// The list whose removals the mass-deletion guard held back last.
struct HeldList
{
    TimePoint at;              ///< when it had ended; TimePoint{}: none was held back
    std::uint64_t present = 0; ///< objects known before it; 0: no list, see isRestored()
    std::uint64_t missing = 0; ///< of these: it did not show them

    /// They were owed or held before the controller started.
    [[nodiscard]] bool isRestored() const { return present == 0; }
};

/// What is new in one controller since the last pull.
struct ControllerDelta
{
    ControllerId id = 0;
    std::string name;
    std::string plugin;
    ControllerState state = ControllerState::Starting;
    WatchState watch = WatchState::None;
    ControllerOptions options;
    std::string pauseReason;
    TimePoint pausedUntil; ///< TimePoint{}: not paused, or until an operator resumes it
    HeldList held;
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
    Latencies latencies;
    std::vector<ItemRow> changed;    ///< new or changed; about DeltaRowLimit a pull at most
    std::vector<ItemKey> removed;    ///< gone for good: of rows in `changed`, of earlier ones,
                                     ///< and of items that came and went in between
    bool resetRows = false;          ///< forget all rows of this controller first
    std::uint64_t rowsPending = 0;   ///< changed rows that wait for the next pull
    std::vector<EventRecord> events; ///< oldest first; at most DeltaEventLimit a pull
    /// The ends of runs that commands asked for (TicketDone), oldest first: all of them,
    /// however many events there are.
    std::vector<EventRecord> ticketEnds;
    std::vector<WorkerRow> workers; ///< at most DeltaWorkerLimit
};
inline constexpr std::size_t DeltaRowLimit = 5000;
inline constexpr std::size_t DeltaEventLimit = 2000;
inline constexpr std::size_t DeltaWorkerLimit = 1000;

/// All that a front end learns with one pull: a value, never changed afterwards.
struct Delta
{
    TimePoint now;
    WallTime wall; ///< … and what the calendar says then
    std::vector<ControllerDelta> controllers;
    /// Controllers that are gone. `controllers` has their last states and events.
    std::vector<ControllerId> removed;
};

/// The numbers of all controllers at one moment: little, so that it can be taken often.
struct Sample
{
    struct Controller
    {
        ControllerId id = 0;
        Counters counters;
        Gauges gauges;
    };

    TimePoint now;
    std::vector<Controller> controllers;
};

} // namespace qontroller
