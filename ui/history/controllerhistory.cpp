// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/controllerhistory.h"

namespace qontroller::ui {

namespace {

using namespace std::chrono_literals;
constexpr Duration RateInterval = 1s;
constexpr Duration PercentileWindow = 10s;

double perSecond(std::uint64_t now, std::uint64_t before, Duration time)
{
    return now < before ? 0 : double(now - before) / std::chrono::duration<double>(time).count();
}

double milliseconds(Duration duration)
{
    return std::chrono::duration<double, std::milli>(duration).count();
}

} // namespace

Sample Sample::of(const ControllerDelta &delta, TimePoint time)
{
    const Gauges &g = delta.gauges;
    const auto in = [&](ItemState state) { return g.states[static_cast<std::size_t>(state)]; };
    return {time,
            g.depth,
            g.running,
            g.locksHeld,
            in(ItemState::Failed),
            delta.counters.retries,
            delta.counters.handled,
            delta.latencies.handler};
}

void Sample::add(const Sample &other)
{
    depth += other.depth;
    running += other.running;
    locksHeld += other.locksHeld;
    failed += other.failed;
    retries += other.retries;
    handled += other.handled;
    handler.merge(other.handler);
}

void ControllerHistory::add(const Sample &sample)
{
    m_newest = sample.time;
    of(Series::Depth).add(sample.time, double(sample.depth));
    of(Series::Running).add(sample.time, double(sample.running));
    of(Series::LocksHeld).add(sample.time, double(sample.locksHeld));
    of(Series::Failed).add(sample.time, double(sample.failed));

    const bool wentBack = !m_seconds.empty() && sample.handled < m_seconds.back().handled;
    if (wentBack)
        rebase();
    if (m_seconds.empty()) {
        m_seconds.push_back(sample);
        return;
    }
    if (sample.time - m_seconds.back().time < RateInterval)
        return;
    addRates(sample, m_seconds.back());
    m_seconds.push_back(sample);
    while (m_seconds.size() > 2 && sample.time - m_seconds[1].time >= PercentileWindow)
        m_seconds.pop_front();
    addPercentiles(sample);
}

void ControllerHistory::addRates(const Sample &sample, const Sample &before)
{
    const Duration time = sample.time - before.time;
    of(Series::RetryRate).add(sample.time, perSecond(sample.retries, before.retries, time));
    of(Series::HandledRate).add(sample.time, perSecond(sample.handled, before.handled, time));
}

void ControllerHistory::addPercentiles(const Sample &sample)
{
    const Histogram window = sample.handler.since(m_seconds.front().handler);
    m_percentileSamples = window.count();
    constexpr std::array Percentiles{std::pair(Series::P50, 0.50), std::pair(Series::P95, 0.95),
                                     std::pair(Series::P99, 0.99)};
    for (const auto &[series, fraction] : Percentiles) {
        if (window.count() > 0)
            of(series).add(sample.time, milliseconds(window.percentile(fraction)));
        else
            of(series).clearLast();
    }
}

} // namespace qontroller::ui
