// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstdint>
#include <random>

namespace qontroller::conformance {

/// Random choices that are the same for the same seed, on every machine. For one thread.
class Dice
{
public:
    explicit Dice(std::uint64_t seed)
        : m_engine(seed)
    {}

    /// 0 to \a count - 1; \a count is more than 0.
    std::uint64_t below(std::uint64_t count) { return m_engine() % count; }
    /// True \a percent times in a hundred.
    bool happens(unsigned percent) { return below(100) < percent; }
    /// For another's dice.
    std::uint64_t seed() { return m_engine(); }

private:
    std::mt19937_64 m_engine;
};

} // namespace qontroller::conformance
