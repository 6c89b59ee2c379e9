// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace qontroller {

/// What came of a list. The worse is the greater.
enum class ListEnd : std::uint8_t {
    Complete,
    Partial,
    None, ///< no list has ended yet
    Failed,
};
inline constexpr int ListEndCount = int(ListEnd::Failed) + 1;

[[nodiscard]] std::string_view name(ListEnd end);

/// How the lists of a source go, or those of a controller: of its sources the worst.
struct ListStatus
{
    ListEnd last = ListEnd::None; ///< of those that ended before the controller was to stop
    std::string why;              ///< the last was not complete
    bool isForeign = false; ///< it failed because another host or controller owns what it is of
    std::uint64_t failures = 0;   ///< in a row, up to the last
    bool wasComplete = false;     ///< one was
    /// When the last complete list ended. Before the first: when the controller started.
    TimePoint completeAt;
    TimePoint beganAt; ///< of the list under way; TimePoint{}: there is none
    Duration lastTook{};
    TimePoint endedAt = {};    ///< when the last ended; TimePoint{}: none has
    std::uint64_t objects = 0; ///< that the last named, whatever came of it

    [[nodiscard]] bool isUnderWay() const { return beganAt != TimePoint{}; }
    /// One has been under way at \a now for longer than slowListLimit().
    [[nodiscard]] bool isOverdue(Duration resyncInterval, TimePoint now) const;
};

/// A list that takes longer is slow: twice the interval, and at least 10 s.
[[nodiscard]] Duration slowListLimit(Duration resyncInterval);

} // namespace qontroller
