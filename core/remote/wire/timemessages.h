// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"

#include <cstdint>

/// Times and durations as messages have them: nanoseconds.
namespace qontroller::remote {

[[nodiscard]] inline std::int64_t nanoseconds(Duration duration)
{
    return duration.count();
}

[[nodiscard]] inline std::int64_t nanoseconds(TimePoint time)
{
    return time.time_since_epoch().count();
}

[[nodiscard]] inline std::int64_t nanoseconds(WallTime time)
{
    return time.time_since_epoch().count();
}

[[nodiscard]] inline Duration toDuration(std::int64_t nanoseconds)
{
    return Duration(nanoseconds);
}

[[nodiscard]] inline WallTime wallTime(std::int64_t nanoseconds)
{
    return WallTime(toDuration(nanoseconds));
}

/// The clock of a host, which began at another moment than the one here.
struct HostClock
{
    Duration shift{}; ///< what has to be added to its times

    [[nodiscard]] TimePoint time(std::int64_t nanoseconds) const
    {
        return nanoseconds == 0 ? TimePoint{} : TimePoint(Duration(nanoseconds) + shift);
    }
};

/// \a value as one of the first \a count of \a Enum; one that this program does not know, because
/// the other is newer, is \a unknown.
template<class Enum>
[[nodiscard]] Enum toEnum(std::uint32_t value, std::uint32_t count, Enum unknown)
{
    return value < count ? static_cast<Enum>(value) : unknown;
}

} // namespace qontroller::remote
