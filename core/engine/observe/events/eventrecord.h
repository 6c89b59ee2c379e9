// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/engine/api/objectid.h"
#include "core/engine/observe/events/keys.h"
#include "core/engine/observe/events/said.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace qontroller {

/// Something that an operator may want to look back at. Ordinary successes are not events.
struct EventRecord
{
    enum class Kind : std::uint8_t {
        Error,  ///< an attempt failed and is tried again
        Failed, ///< retries used up
        Parked,
        Recovered, ///< the first success after it failed or was parked
        LockRefused,
        LockLost,
        LockNotReleased, ///< said: why it could not be given back
        LockService,     ///< it is away, or back: said once each
        Stuck,
        ListPartial, ///< deletions wait
        ListFailed,
        ListComplete, ///< the first after others
        WatchEnded,
        WatchError, ///< one event was skipped
        Held,       ///< the mass-deletion guard held removals back
        Command,    ///< an operator's command took effect; said is which
        PauseEnded, ///< by itself, as its command said; of several items: said is how many
        TicketDone, ///< runs that a command asked for have ended; said is their outcome
        Stopped,
        Process,     ///< the process of an isolated controller started or ended
        Shortage,    ///< the host has no more of something; said once while it lasts
        IdsRefused,  ///< a list, a watch or a command named what no object can be called
        Ownership,   ///< this host owns other parts of the ids than before
        Notice,      ///< a handler wants an operator to see something; notice is what
        RetryWorked, ///< the first success after errors, while it was tried again
        Looping,     ///< it runs again and again for nothing, and is slowed; said once
        Vanished,    ///< a list lacked what was known, which is removed; said is how many
        LetGo,       ///< removals are held no more; said is how many
    };
    static constexpr int KindCount = int(Kind::LetGo) + 1;

    std::uint64_t number = 0; ///< counts up by one for each event of a controller
    TimePoint time;
    Kind kind = Kind::Error;
    ObjectId id; ///< empty when it concerns the controller
    Said said;
    Ticket ticket = 0;
    std::string notice{};   ///< of a Notice: its author's word or two for it, foreign; may be empty
    std::uint64_t runs = 1; ///< of a TicketDone: how many; their sum has neither id nor text
};

[[nodiscard]] std::string_view name(EventRecord::Kind kind);

/// How much an event matters to who runs the host, whatever it says.
enum class EventWeight : std::uint8_t {
    Detail,
    News,
    Trouble,
    Harm,
};
[[nodiscard]] EventWeight weightOf(EventRecord::Kind kind);

/// With what it has on the heap, about.
[[nodiscard]] std::size_t bytesOf(const EventRecord &event);

} // namespace qontroller
