// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/queue/item.h"

#include <cstdint>

/// What follows from why an item is queued.
namespace qontroller {

/// As in ItemRow::causes.
[[nodiscard]] constexpr std::uint16_t bit(Cause cause)
{
    return static_cast<std::uint16_t>(1U << static_cast<unsigned>(cause));
}

inline constexpr std::uint16_t ChangeCauses = bit(Cause::Added) | bit(Cause::Modified)
    | bit(Cause::Deleted) | bit(Cause::Missing) | bit(Cause::Owner) | bit(Cause::Operator);

/// The object is not what it was, or a person wants it: parked items run again,
/// and a run costs no attempt.
[[nodiscard]] constexpr bool meansChange(Cause cause)
{
    return (bit(cause) & ChangeCauses) != 0;
}

/// Whether one of \a causes has \a item run. What the mass-deletion guard holds, or an
/// operator kept from it, runs by an operator's word alone. But one that lists show and
/// only its storage denies is asked for: the storage may be back.
[[nodiscard]] inline bool mayRun(const Item &item, std::uint16_t causes)
{
    return !item.isWithheld() || item.denied || (causes & bit(Cause::Operator)) != 0;
}

/// Where a trigger puts an item in the queue.
[[nodiscard]] constexpr Band bandOf(Cause cause)
{
    switch (cause) {
    case Cause::Operator:
        return Band::Operator;
    case Cause::Added:
    case Cause::Modified:
    case Cause::Deleted:
    case Cause::Owner:
        return Band::Event;
    case Cause::Retry:
    case Cause::Requeue:
    case Cause::Lock:
        return Band::Retry;
    case Cause::Listed:
    case Cause::Missing:
    case Cause::Resync:
        break;
    }
    return Band::Resync;
}

/// Why an item is queued once its delay is over.
[[nodiscard]] constexpr Cause causeOf(DelayKind kind)
{
    switch (kind) {
    case DelayKind::BackOff: return Cause::Retry;
    case DelayKind::Lock: return Cause::Lock;
    case DelayKind::Requeue:
    case DelayKind::Wait:
    case DelayKind::PauseExpiry: break;
    }
    return Cause::Requeue;
}

/// A mere resync has nothing new to say: it does not cut a back-off short.
[[nodiscard]] constexpr bool supersedes(Cause cause, DelayKind delay)
{
    return cause != Cause::Resync || (delay != DelayKind::BackOff && delay != DelayKind::Lock);
}

} // namespace qontroller
