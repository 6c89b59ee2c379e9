// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"

#include <cstdint>

namespace qontroller {

/// How many lines of plugins a log or a list of events takes: a plugin that says something for
/// each of a million objects would fill the disk. For one thread at a time.
class LineBudget
{
public:
    static constexpr int LinesPerSecond = 100;

    /// Whether one more line may be written; counts it, or what is left out.
    [[nodiscard]] bool take(TimePoint now);
    /// How many were left out since it was said last, once their second is over; else 0.
    [[nodiscard]] std::uint64_t takeLeftOut(TimePoint now);
    /// All that were left out since the start.
    [[nodiscard]] std::uint64_t leftOut() const { return m_leftOut; }

private:
    [[nodiscard]] bool isOver(TimePoint now) const;

    TimePoint m_second{}; ///< when it began
    int m_taken = 0;      ///< in this second
    std::uint64_t m_leftOut = 0;
    std::uint64_t m_said = 0; ///< of these
};

} // namespace qontroller
