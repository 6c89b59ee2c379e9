// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/engine/api/objectid.h"
#include "core/engine/observe/events/heapbytes.h"
#include "core/engine/observe/events/keys.h"
#include "core/engine/observe/items/itemstate.h"
#include "core/engine/observe/items/kepttext.h"

#include <cstdint>
#include <string>

namespace qontroller {

/// One item as the tables show it. A time of TimePoint{} means never.
struct ItemRow
{
    ItemKey key = 0;
    ObjectId id;
    ItemState state = ItemState::InSync;
    Band band = Band::Resync;      ///< while Waiting
    bool absent = false;           ///< it is gone and its removal is owed
    bool kept = false;             ///< lists or its storage say it is gone; an operator: keep it
    Existence existence = Existence::Present;
    Standing standing = Standing::InSync;
    NextRun next = NextRun::None;
    bool denied = false;           ///< lists show it, its storage says that it is gone
    bool givenUp = false;          ///< it failed or was parked, and has not succeeded since
    bool paused = false;           ///< also while Running, Stuck or Held
    Spell hold = 0;                ///< that it is in; not from another host, like the next
    Spell pause = 0;
    Version version = 0;           ///< as its source has said last
    std::uint16_t causes = 0;      ///< bit 1 << Cause: why it was last queued
    std::uint32_t coalesced = 0;   ///< triggers merged into the current or last run
    std::uint32_t errors = 0;      ///< failed attempts since the last success
    int worker = -1;               ///< while Running or Stuck
    bool again = false;            ///< while Running, Stuck or Paused: asked for, one run follows
    bool looping = false;          ///< it runs again and again for nothing: once a second
    TimePoint since;               ///< in this state
    TimePoint nextRun;             ///< planned; TimePoint{} if none is
    TimePoint pausedUntil;         ///< while Paused; TimePoint{}: until an operator resumes it
    TimePoint firstSeen;
    TimePoint lastRun;             ///< when the last attempt ended
    TimePoint lastSuccess;
    TimePoint lastError; ///< when the last failed attempt ended; TimePoint{}: none since a success
    std::string text;    ///< last error, what it waits for, who holds the lock; or what
                         ///< its handler said of its last success
    std::string error;             ///< the last error, where `text` has come to say something else
    std::string pauseReason;       ///< while Paused; may be empty
    /// What was asked for of the object when it was last handled, and what was when its handler was
    /// last done with it; 0: its storage does not say, or it never was. See behind().
    std::uint64_t generation = 0;
    std::uint64_t observedGeneration = 0;
    std::uint64_t progressDone = 0;
    std::uint64_t progressTotal = 0; ///< 0: the handler does not say
    KeptText keptText;               ///< Attempt::kept; from another host only in ItemDetail
};

/// How many generations the object is behind what is asked for.
[[nodiscard]] inline std::uint64_t behind(const ItemRow &row)
{
    return row.generation > row.observedGeneration ? row.generation - row.observedGeneration : 0;
}

/// With what it has on the heap, about.
[[nodiscard]] inline std::size_t bytesOf(const ItemRow &row)
{
    return sizeof row + heapBytes(row.id) + heapBytes(row.text) + heapBytes(row.error)
           + heapBytes(row.pauseReason);
}

} // namespace qontroller
