// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/words/names.h"

#include <array>

namespace qontroller::ui {

/// What is so of an item whatever its state.
enum class Mark {
    /// Its last attempt that had a result failed. What is queued again, paused or waits
    /// still fails: only an attempt that succeeds ends it. Tile, tab, facet, filter and
    /// tables all mean this.
    Failing,
    /// An operator kept it when a list lacked it.
    Kept,
};
inline constexpr int MarkCount = 2;

[[nodiscard]] constexpr Mark markAt(int index)
{
    return static_cast<Mark>(index);
}

[[nodiscard]] bool isMarked(const ItemRow &row, Mark mark);
/// A bit 1 << Mark for each.
[[nodiscard]] unsigned marksOf(const ItemRow &row);

[[nodiscard]] QString nameOf(Mark mark);
/// As keyOf(ItemState): `failing`, `kept`.
[[nodiscard]] QString keyOf(Mark mark);

/// Why it fails, if it does.
[[nodiscard]] const std::string &errorOf(const ItemRow &row);

/// How many items have each mark.
struct Tally
{
    std::array<std::size_t, MarkCount> marked{};
    /// Of those that fail: once their retries were used up, and no attempt has succeeded since.
    std::size_t givenUp = 0;
};
[[nodiscard]] constexpr std::size_t countOf(const Tally &tally, Mark mark)
{
    return tally.marked[static_cast<std::size_t>(mark)];
}

/// How bad it is that so many fail. Red stays while they are queued again, run or are paused.
[[nodiscard]] constexpr Severity severityOfFailing(const Tally &tally)
{
    return countOf(tally, Mark::Failing) == 0 ? Severity::Normal
           : tally.givenUp == 0               ? Severity::Degraded
                                              : Severity::Bad;
}

} // namespace qontroller::ui
