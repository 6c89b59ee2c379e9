// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"

#include <cstdint>
#include <deque>
#include <utility>

namespace qontroller::ui {

/// How much a counter grew within the last \a span, looked at once a second.
///
/// Where it was not looked at for longer, it grew evenly. Right after the start it is
/// what there was since then: nothing is made up. A counter that fell begins anew.
class Growth
{
public:
    explicit Growth(Duration span)
        : m_span(span)
    {}

    /// Counts come in order of time.
    void add(TimePoint time, std::uint64_t count);
    [[nodiscard]] double value() const;

private:
    Duration m_span;
    /// Back to the last one that the span does not reach.
    std::deque<std::pair<TimePoint, std::uint64_t>> m_counts;
};

} // namespace qontroller::ui
