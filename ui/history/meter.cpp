// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/meter.h"

namespace qontroller::ui {

void MeterReading::add(const MeterReading &other)
{
    depth += other.depth;
    running += other.running;
    locksHeld += other.locksHeld;
    retries += other.retries;
    handled += other.handled;
}

MeterReading Meter::read(TimePoint time, const Counters &counters, const Gauges &gauges)
{
    m_retries.add(time, counters.retries);
    m_handled.add(time, counters.handled);
    return {time,
            gauges.depth,
            gauges.running,
            gauges.locksHeld,
            m_retries.value(),
            m_handled.value()};
}

} // namespace qontroller::ui
