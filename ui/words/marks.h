// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/observe/items/itemmark.h"
#include "ui/words/names.h"

#include <array>

namespace qontroller::ui {

[[nodiscard]] QString nameOf(Mark mark);

/// How many items have each mark.
struct Tally
{
    std::array<std::size_t, MarkCount> marked{};
    /// Of those that fail: their removal is held, or their handler is past its deadline.
    std::size_t alsoHeldOrStuck = 0;
};
[[nodiscard]] constexpr std::size_t countOf(const Tally &tally, Mark mark)
{
    return tally.marked[static_cast<std::size_t>(mark)];
}

/// How bad it is that so many fail. Red stays while what was given up is queued again or runs.
[[nodiscard]] constexpr Severity severityOfFailing(const Tally &tally)
{
    return countOf(tally, Mark::Failing) == 0   ? Severity::Normal
           : countOf(tally, Mark::GivenUp) == 0 ? Severity::Degraded
                                                : Severity::Bad;
}

} // namespace qontroller::ui
