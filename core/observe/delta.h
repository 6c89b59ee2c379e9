// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/observe/controllerview.h"
#include "core/observe/eventrecord.h"
#include "core/observe/itemrow.h"
#include "core/observe/latencies.h"

#include <cstddef>
#include <vector>

namespace qontroller {

/// What is new in one controller since the last pull.
struct ControllerDelta : ControllerView
{
    Latencies latencies;
    std::vector<ItemRow> changed;    ///< new or changed; about DeltaRowLimit a pull at most
    std::vector<ItemKey> removed;    ///< gone for good: of rows in `changed`, of earlier ones,
                                     ///< and of items that came and went in between
    bool resetRows = false;          ///< forget all rows of this controller first
    std::vector<EventRecord> events; ///< oldest first; at most DeltaEventLimit a pull
    /// The ends of runs that commands asked for (TicketDone), oldest first: all of them,
    /// however many events there are.
    std::vector<EventRecord> ticketEnds;
};
inline constexpr std::size_t DeltaRowLimit = 5000;
inline constexpr std::size_t DeltaEventLimit = 2000;

/// All that a front end learns with one pull: a value, never changed afterwards.
struct Delta
{
    TimePoint now;
    WallTime wall; ///< … and what the calendar says then
    std::vector<ControllerDelta> controllers;
    /// Controllers that are gone. `controllers` has their last states and events.
    std::vector<ControllerId> removed;
};

} // namespace qontroller
