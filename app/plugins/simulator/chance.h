// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstdint>
#include <initializer_list>

namespace qontroller::simulator {

/// 64 bits that look random and depend on \a words alone, in their order: chance
/// that is the same in every run, whatever thread asks first. After splitmix64.
[[nodiscard]] constexpr std::uint64_t randomBits(std::initializer_list<std::uint64_t> words)
{
    std::uint64_t bits = 0;
    for (const std::uint64_t word : words) {
        bits = (bits ^ word) + 0x9e3779b97f4a7c15U;
        bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9U;
        bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebU;
        bits ^= bits >> 31;
    }
    return bits;
}

/// \a bits as a number from 0 to less than 1.
[[nodiscard]] constexpr double fraction(std::uint64_t bits)
{
    return static_cast<double>(bits >> 11) * 0x1p-53;
}

} // namespace qontroller::simulator
