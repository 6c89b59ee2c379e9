// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace qontroller {

/// What an item is doing, in the words an operator reads.
enum class ItemState : std::uint8_t {
    InSync,         ///< nothing to do; may have a next run (RequeueAfter)
    Waiting,        ///< for a worker, or for what a handler named with Outcome::wait
    Running,
    BackOff,        ///< after an error, until the next try
    WaitingForLock, ///< another host or process holds the lock
    Failed,         ///< retries used up; the next resync or event tries again
    Parked,         ///< not tried until the object changes or an operator says so
    Held,           ///< a removal that the mass-deletion guard holds back
    Paused,
    Stuck,          ///< running past the handler timeout
    Ignored,        ///< the storage says it is not for this controller
    Elsewhere,      ///< another host owns it
};
inline constexpr int ItemStateCount = 12;
/// A bit 1 << ItemState for each.
inline constexpr unsigned AllStates = (1U << ItemStateCount) - 1;

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
    Handler,   ///< the handler of another object asked for a look
};
inline constexpr int CauseCount = 13;

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
    Present, ///< or unknown: an operator asked for it
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
    Worker,  ///< or, while it is paused, running or slowed, for the end of that
    BackOff, ///< ItemRow::nextRun, like the next four
    Requeue,
    Wait,
    Lock,
    RetryLimit, ///< … about: its back-off is over, and the retry rate lets it wait
};

} // namespace qontroller
