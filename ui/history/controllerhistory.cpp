// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/controllerhistory.h"

namespace qontroller::ui {

namespace {

using namespace std::chrono_literals;
constexpr Duration PercentileInterval = 1s;
constexpr Duration PercentileWindow = 10s;

double milliseconds(Duration duration)
{
    return std::chrono::duration<double, std::milli>(duration).count();
}

} // namespace

void ControllerHistory::add(const MeterReading &reading)
{
    if (reading.time < m_newest)
        return;
    m_newest = reading.time;
    of(Series::Depth).add(reading.time, double(reading.depth));
    of(Series::Running).add(reading.time, double(reading.running));
    of(Series::LocksHeld).add(reading.time, double(reading.locksHeld));
    of(Series::Retries).add(reading.time, reading.retries);
    of(Series::Handled).add(reading.time, reading.handled);
}

void ControllerHistory::addLatencies(TimePoint time, const Histogram &handler)
{
    if (!m_seconds.empty() && handler.count() < m_seconds.back().second.count())
        rebase();
    if (m_seconds.empty()) {
        m_seconds.emplace_back(time, handler);
        return;
    }
    if (time - m_seconds.back().first < PercentileInterval)
        return;
    m_seconds.emplace_back(time, handler);
    while (m_seconds.size() > 2 && time - m_seconds[1].first >= PercentileWindow)
        m_seconds.pop_front();
    addPercentiles(time, handler.since(m_seconds.front().second));
}

void ControllerHistory::addPercentiles(TimePoint time, const Histogram &window)
{
    m_percentileSamples = window.count();
    constexpr std::array Percentiles{std::pair(Series::P50, 0.50), std::pair(Series::P95, 0.95),
                                     std::pair(Series::P99, 0.99)};
    for (const auto &[series, fraction] : Percentiles) {
        if (window.count() > 0)
            of(series).add(time, milliseconds(window.percentile(fraction)));
        else
            of(series).clearLast();
    }
}

} // namespace qontroller::ui
