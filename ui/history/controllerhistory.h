// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/history/meter.h"
#include "ui/history/ring.h"

#include "core/engine/observe/controllers/histogram.h"

#include <array>
#include <deque>
#include <utility>

namespace qontroller::ui {

/// What is remembered of a controller, or of all together.
enum class Series {
    Depth,
    Running,
    LocksHeld,
    Failing,
    Retries, ///< MeterReading::retries
    Handled, ///< MeterReading::handled
    P50,     ///< milliseconds, over the last 10 s
    P95,
    P99,
};
inline constexpr int SeriesCount = 9;

/// The past of one controller at several resolutions, for charts and tiles.
///
/// Percentiles are made once a second, of the difference of two merged histograms,
/// never of averages. What comes out of order is ignored.
class ControllerHistory
{
public:
    void add(const MeterReading &reading);
    /// Items that fail, as the rows have it.
    void addFailing(TimePoint time, std::size_t count)
    {
        of(Series::Failing).add(time, double(count));
    }
    /// \a handler: all that was recorded since the controller started.
    void addLatencies(TimePoint time, const Histogram &handler);
    /// Latencies go on from somewhere else: one of the controllers they add up is gone.
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

private:
    void addPercentiles(TimePoint time, const Histogram &window);
    SeriesHistory &of(Series series) { return m_series[static_cast<std::size_t>(series)]; }

    std::array<SeriesHistory, SeriesCount> m_series;
    std::deque<std::pair<TimePoint, Histogram>> m_seconds; ///< one a second, the last 10 s
    std::uint64_t m_percentileSamples = 0;
    TimePoint m_newest;
};

} // namespace qontroller::ui
