// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <compare>
#include <cstdint>

namespace qontroller {

/// Names a host elsewhere among those of one front end, for as long as that runs. 0: the program's
/// own.
using HostId = std::uint32_t;

/// One run of a host, from its start to its end. One that was started anew has other controllers
/// and tickets, also where their numbers are the same.
struct HostRun
{
    HostId host = 0;
    std::uint32_t run = 0; ///< as the front end counts them; 0 of the program's own
    friend constexpr auto operator<=>(const HostRun &, const HostRun &) = default;
};

/// Names a controller for as long as its host runs. Within the host its number is enough, and a
/// front end names the host's run besides.
struct ControllerId
{
    // Not explicit: in a host a number is all that there is.
    constexpr ControllerId(std::uint32_t itsNumber = 0, HostRun run = {}) // NOLINT
        : of(run)
        , number(itsNumber)
    {}

    /// Whether what is meant for this controller, or for all of its host (a number of 0), is meant
    /// for \a other.
    [[nodiscard]] constexpr bool means(ControllerId other) const
    {
        return of == other.of && (number == 0 || number == other.number);
    }
    friend constexpr auto operator<=>(const ControllerId &, const ControllerId &) = default;

    HostRun of;
    std::uint32_t number; ///< 0: of none, or all of them
};

/// Names an item within a controller for as long as the item is known. Never 0.
using ItemKey = std::uint64_t;

/// Names a time for which an item is held, or paused. Each begins with a new one, whatever lives of
/// the program are between them. 0: none, or one from before there were spells.
using Spell = std::uint64_t;

/// Names one operator command within a host. Never 0.
using Ticket = std::uint64_t;

/// Names a front end that pulls, within a feed.
using ReaderId = std::uint32_t;

} // namespace qontroller
