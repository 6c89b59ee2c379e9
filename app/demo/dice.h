// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstdint>

namespace qontroller {

/// Chance that is the same in every run: a number from a seed, a thing and how
/// often that thing was asked, whatever thread asks first. After splitmix64.
[[nodiscard]] constexpr std::uint64_t dice(std::uint64_t seed, std::uint64_t thing,
                                           std::uint64_t turn)
{
    std::uint64_t x = seed + 0x9e3779b97f4a7c15U * (thing + 1) + 0xbf58476d1ce4e5b9U * (turn + 1);
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31);
}

} // namespace qontroller
