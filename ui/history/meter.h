// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/history/growth.h"

#include "core/engine/observe/controllers/counters.h"

namespace qontroller::ui {

/// One moment of a controller, or of all of them added up.
struct MeterReading
{
    TimePoint time;
    std::uint64_t depth = 0;
    std::uint64_t running = 0;
    std::uint64_t locksHeld = 0;
    /// Retries that were planned within the last minute. What the tile, the table and
    /// the chart call retries is this number and nothing else.
    double retries = 0;
    double handled = 0; ///< attempts that ended within the last second

    void add(const MeterReading &other);
};

/// Makes moments of what a controller has counted since it started.
class Meter
{
public:
    [[nodiscard]] MeterReading read(TimePoint time, const Counters &counters, const Gauges &gauges);

private:
    Growth m_retries{std::chrono::minutes(1)};
    Growth m_handled{std::chrono::seconds(1)};
};

} // namespace qontroller::ui
