// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/api/objectid.h"
#include "core/base/clock.h"
#include "core/observe/said.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace qontroller {

/// Names a controller within a host, for as long as the host runs. Never 0.
using ControllerId = std::uint32_t;

/// Names an item within a controller for as long as the item is known. Never 0.
using ItemKey = std::uint64_t;

/// Names one operator command within a host. Never 0.
using Ticket = std::uint64_t;

/// What an item is doing, in the words an operator reads.
enum class ItemState : std::uint8_t {
    InSync,         ///< nothing to do; may have a next run (RequeueAfter)
    Waiting,        ///< for a worker, or for what a handler named with Outcome::Wait
    Running,
    BackOff,        ///< after an error, until the next try
    WaitingForLock, ///< somebody else holds the lock
    Failed,         ///< retries used up; the next resync or event tries again
    Parked,         ///< not tried until the object changes or an operator says so
    Held,           ///< a removal that the mass-deletion guard holds back
    Paused,
    Stuck,          ///< running past the handler timeout
    Ignored,        ///< the storage says it is not for this controller
    Elsewhere,      ///< another host owns it
};
inline constexpr int ItemStateCount = 12;

/// `In sync`, `Back-off` … in English, for logs and tests.
[[nodiscard]] std::string_view name(ItemState state);

/// Why an item was queued.
enum class Cause : std::uint8_t {
    Listed,   ///< a list showed it for the first time
    Added,
    Modified,
    Deleted,
    Missing,  ///< a complete list no longer shows it
    Resync,
    Retry,
    Requeue,  ///< its handler asked for another look
    Lock,     ///< its lock was refused before
    Owner,    ///< something that belongs to it changed
    Operator,
    TakenOver, ///< another host owned it before
};
inline constexpr int CauseCount = 12;

[[nodiscard]] std::string_view name(Cause cause);

/// One cause, merged over its triggers.
struct Reason
{
    Cause cause = Cause::Listed;
    std::uint32_t count = 0;
    TimePoint first;
    TimePoint last;
};

/// Which queue band an item waits in; a lower one goes first.
enum class Band : std::uint8_t {
    Operator,
    Event,
    Retry,
    Resync,
};
inline constexpr int BandCount = 4;

[[nodiscard]] std::string_view name(Band band);

/// What is believed of an object: does it exist, and what follows from that?
enum class Existence : std::uint8_t {
    Present, ///< or unknown: somebody asked for it
    Deleted, ///< an event of its source says so
    Missing, ///< a list, its storage or a failed removal says so: asked again before a removal
    Held,    ///< missing, and held by the mass-deletion guard
    Kept,    ///< missing, and an operator said: keep it
};
inline constexpr std::size_t ExistenceCount = 5;

/// What the last run left an item as: shown while nothing is planned for it.
enum class Standing : std::uint8_t {
    InSync,
    Ignored,
    Failed, ///< retries are used up
    Parked, ///< until the object changes
};

/// What the next run of an item waits for.
enum class NextRun : std::uint8_t {
    None,    ///< none is planned
    Worker,  ///< or, while it is paused or running, for the end of that
    BackOff, ///< ItemRow::nextRun, like the next three
    Requeue,
    Wait,
    Lock,
};

/// One item as the tables show it. A time of TimePoint{} means never.
struct ItemRow
{
    ItemKey key = 0;
    ObjectId id;
    ItemState state = ItemState::InSync;
    Band band = Band::Resync;      ///< while Waiting
    bool absent = false;           ///< it is gone and its removal is owed
    bool kept = false;             ///< lists or its storage say that it is gone; an operator: keep it
    Existence existence = Existence::Present;
    Standing standing = Standing::InSync;
    NextRun next = NextRun::None;
    bool denied = false;           ///< lists show it, its storage says that it is gone
    bool paused = false;           ///< also while Running, Stuck or Held
    Version version = 0;           ///< as its source has said last
    std::uint16_t causes = 0;      ///< bit 1 << Cause: why it was last queued
    std::uint32_t coalesced = 0;   ///< triggers merged into the current or last run
    std::uint32_t errors = 0;      ///< failed attempts since the last success
    int worker = -1;               ///< while Running or Stuck
    bool again = false;            ///< while Running, Stuck or Paused: asked for, one run follows
    TimePoint since;               ///< in this state
    TimePoint nextRun;             ///< planned; TimePoint{} if none is
    TimePoint pausedUntil;         ///< while Paused; TimePoint{}: until somebody resumes it
    TimePoint firstSeen;
    TimePoint lastRun;             ///< when the last attempt ended
    TimePoint lastSuccess;
    TimePoint lastError; ///< when the last failed attempt ended; TimePoint{}: none since a success
    std::string text;              ///< last error, what it waits for, or who holds the lock
    std::string error;             ///< the last error, where `text` has come to say something else
    std::string pauseReason;       ///< while Paused; may be empty
    /// What was asked for of the object when it was last handled, and what was when its handler was
    /// last done with it; 0: its storage does not say, or it never was. See behind().
    std::uint64_t generation = 0;
    std::uint64_t observedGeneration = 0;
    std::uint64_t progressDone = 0;
    std::uint64_t progressTotal = 0; ///< 0: the handler does not say
};

/// How many generations the object is behind what is asked for.
[[nodiscard]] inline std::uint64_t behind(const ItemRow &row)
{
    return row.generation > row.observedGeneration ? row.generation - row.observedGeneration : 0;
}

/// One attempt of an item that had trouble.
struct AttemptRecord
{
    TimePoint started;
    Duration took{};
    std::uint16_t causes = 0;
    bool removal = false;
    bool success = false;
    Said outcome;
};

/// Something that an operator may want to look back at. Ordinary successes are not events.
struct EventRecord
{
    enum class Kind : std::uint8_t {
        Error,          ///< an attempt failed and is tried again
        Failed,         ///< retries used up
        Parked,
        Recovered,      ///< the first success after errors
        LockRefused,
        LockLost,
        LockNotReleased, ///< said: why it could not be given back
        LockService,     ///< it is away, or back: said once each
        Stuck,
        ListDone,       ///< one that was not complete
        ListFailed,
        WatchEnded,
        WatchError,     ///< one event was skipped
        Held,           ///< the mass-deletion guard held removals back
        Command,        ///< an operator's command took effect; said is which
        PauseEnded,     ///< by itself, as its command said; of items more than one: said is how many
        TicketDone,     ///< the run that a command asked for has ended; said is its outcome
        Stopped,
        Process,        ///< the process of an isolated controller started or ended
        Shortage,       ///< the host has no more of something; said once while it lasts
        IdsRefused,     ///< a list, a watch or a command named what no object can be called
        Ownership,      ///< this host owns other parts of the ids than before
    };

    std::uint64_t number = 0; ///< counts up by one for each event of a controller
    TimePoint time;
    Kind kind = Kind::Error;
    ObjectId id; ///< empty when it concerns the controller
    Said said;
    Ticket ticket = 0;
};

[[nodiscard]] std::string_view name(EventRecord::Kind kind);

struct WorkerRow
{
    int number = 0; ///< from 1
    ObjectId id; ///< empty while idle
    TimePoint since;
    std::uint64_t done = 0;
    Duration busy{}; ///< in all, since it started
    bool stuck = false;
};

} // namespace qontroller
