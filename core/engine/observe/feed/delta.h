// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/deletionwave.h"
#include "core/engine/observe/controllers/controllerview.h"
#include "core/engine/observe/controllers/latencies.h"
#include "core/engine/observe/events/eventrecord.h"
#include "core/engine/observe/items/itemrow.h"

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
    /// For who keeps rows in a journal, so not on the wire: it counts all removals that the rows so
    /// far say, and may count some that later ones do.
    DeletionWave wave;
    std::vector<EventRecord> events; ///< oldest first; at most DeltaEventLimit a pull
    /// The ends of runs that commands asked for (TicketDone), oldest first, at most
    /// DeltaTicketEndLimit a pull: all of them, however many events there are. Where they are too
    /// many, one stands for several: see EventRecord::runs.
    std::vector<EventRecord> ticketEnds;
    bool missedTicketEnds = false; ///< some that the reader has not been told of were dropped
};
inline constexpr std::size_t DeltaRowLimit = 5000;
inline constexpr std::size_t DeltaEventLimit = 2000;
inline constexpr std::size_t DeltaTicketEndLimit = 5000;
/// Of all rows, events and ends of one pull, about. What has no room comes with the next.
inline constexpr std::size_t DeltaBytes = std::size_t{16} << 20;

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
