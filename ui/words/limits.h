// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QString>

#include "core/engine/observe/controllers/counters.h"

#include <optional>

/// Numbers that are counted against a limit, and that may go beyond it.
namespace qontroller {
struct ItemRow;
}

namespace qontroller::ui {

/// Attempts that failed since the last success: `3/8`; `9 (limit 8)` where a resync or
/// an event had it tried again after its retries were used up. No limit: not known.
[[nodiscard]] QString attemptsText(std::uint32_t errors, std::optional<int> limit);

/// The same in words, and what became of them: `none failed`, `3/8 failed`, `the last one was
/// parked`. What is given up says so, however many have failed since it was queued again.
[[nodiscard]] QString attemptsSentence(const ItemRow &row, std::optional<int> limit);

/// What runs in a controller: by its workers, and beyond them.
struct Occupancy
{
    std::uint64_t busy = 0;   ///< of the workers that are wanted
    std::uint64_t stuck = 0;  ///< beyond them: their workers were replaced
    std::uint64_t ending = 0; ///< beyond them: fewer are wanted since
    friend bool operator==(const Occupancy &, const Occupancy &) = default;
};
[[nodiscard]] Occupancy occupancyOf(const Gauges &gauges);

/// `4/4`, `4/4 + 1 stuck`, `2/2 + 6 ending`.
[[nodiscard]] QString inFlightText(const Gauges &gauges);

} // namespace qontroller::ui
