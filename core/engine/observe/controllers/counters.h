// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/engine/observe/events/keys.h"
#include "core/engine/observe/items/itemstate.h"

#include <algorithm>
#include <array>
#include <cstdint>
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
    std::uint64_t loops = 0;     ///< items found to run again and again for nothing
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
    std::uint64_t looping = 0;    ///< items that run again and again although they do not change
    std::uint64_t retriesLimited = 0; ///< in back-off, which is over: they wait for the rate
    /// Items whose retries were used up or that were parked, and that have not succeeded since;
    /// also while a resync tries them once more. Without what is held, paused or another host's.
    std::uint64_t givenUp = 0;
    int workers = 0;
    std::uint64_t stuckInPlace = 0; ///< of these: stuck and not replaced, because too many are
    Duration oldestWaiting{};       ///< of what is ready
    Duration oldestRunning{};
    Duration runningSum{}; ///< how long all that runs has run, added up
    Duration listAge{};    ///< since ListStatus::completeAt

    /// Items that have failed, also while a resync tries them once more.
    [[nodiscard]] std::uint64_t failed() const
    {
        const auto in = [this](ItemState state) { return states[static_cast<std::size_t>(state)]; };
        const std::uint64_t tried = givenUp - std::min(givenUp, in(ItemState::Parked));
        return std::max(tried, in(ItemState::Failed));
    }
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
