// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/history/ring.h"

#include "core/observe/delta.h"

#include <array>
#include <deque>

namespace qontroller::ui {

/// What is remembered of a controller, or of all together.
enum class Series {
    Depth,
    Running,
    LocksHeld,
    Failed,
    RetryRate,   ///< a second
    HandledRate, ///< a second
    P50,         ///< milliseconds, over the last 10 s
    P95,
    P99,
};
inline constexpr int SeriesCount = 9;

/// One moment of a controller, or of all of them added up.
struct Sample
{
    TimePoint time;
    std::uint64_t depth = 0;
    std::uint64_t running = 0;
    std::uint64_t locksHeld = 0;
    std::uint64_t failed = 0;
    std::uint64_t retries = 0;
    std::uint64_t handled = 0;
    Histogram handler;

    [[nodiscard]] static Sample of(const ControllerDelta &delta, TimePoint time);
    void add(const Sample &other);
};

/// The past of one controller at several resolutions, for charts and tiles.
///
/// Gauges are kept from every tick; rates and percentiles are made once a second.
/// Percentiles come from the difference of two merged histograms, never from averages.
class ControllerHistory
{
public:
    void add(const Sample &sample);
    /// Counters go on from somewhere else: one of the controllers they add up is gone.
    void rebase() { m_seconds.clear(); }

    [[nodiscard]] const SeriesHistory &series(Series series) const
    {
        return m_series[static_cast<std::size_t>(series)];
    }
    /// Handled attempts that the newest percentiles are made of.
    [[nodiscard]] std::uint64_t percentileSamples() const { return m_percentileSamples; }
    /// Fewer say little about a 95th of a hundred.
    static constexpr std::uint64_t EnoughSamples = 20;
    [[nodiscard]] bool isUncertain() const { return m_percentileSamples < EnoughSamples; }
    [[nodiscard]] TimePoint newest() const { return m_newest; }

private:
    void addRates(const Sample &sample, const Sample &before);
    void addPercentiles(const Sample &sample);
    SeriesHistory &of(Series series) { return m_series[static_cast<std::size_t>(series)]; }

    std::array<SeriesHistory, SeriesCount> m_series;
    std::deque<Sample> m_seconds; ///< one a second, the last 10 s
    std::uint64_t m_percentileSamples = 0;
    TimePoint m_newest;
};

} // namespace qontroller::ui
