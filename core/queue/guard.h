// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstdint>

namespace qontroller {

/// What a complete list says of the objects that were known before it.
struct Presence
{
    std::uint64_t present = 0; ///< without those that are held already
    std::uint64_t missing = 0; ///< of these: the list did not show them
};

/// Whether so many are missing that the list is more likely wrong than they are gone: more
/// than 10 and more than a tenth of them, or all of more than 2.
[[nodiscard]] constexpr bool isMassDeletion(const Presence &presence)
{
    constexpr std::uint64_t Few = 10;
    constexpr std::uint64_t FewOfAll = 2;
    const bool many = presence.missing > Few && presence.missing * 10 > presence.present;
    const bool all = presence.missing > FewOfAll && presence.missing == presence.present;
    return many || all;
}

} // namespace qontroller
