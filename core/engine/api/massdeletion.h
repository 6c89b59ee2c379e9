// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstdint>

namespace qontroller {

/// How many objects there were, and how many of them are said to be gone.
struct Presence
{
    std::uint64_t present = 0; ///< … there were
    std::uint64_t missing = 0; ///< of these
    std::uint64_t before = 0;  ///< of the missing: gone or held before, in the same wave
};

/// Whether so many are missing that what says so is more likely wrong than they are gone: more
/// than 10 and more than a tenth of them, or all.
[[nodiscard]] constexpr bool isMassDeletion(const Presence &presence)
{
    constexpr std::uint64_t Few = 10;
    const bool many = presence.missing > Few && presence.missing * 10 > presence.present;
    const bool all = presence.missing > 0 && presence.missing >= presence.present;
    return many || all;
}

} // namespace qontroller
