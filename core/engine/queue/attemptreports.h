// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/faults/linebudget.h"
#include "core/base/threads/clock.h"
#include "core/base/threads/mutex.h"
#include "core/engine/api/loglevel.h"
#include "core/engine/observe/controllers/counters.h"
#include "core/engine/observe/controllers/custommetrics.h"

#include <array>
#include <atomic>
#include <functional>
#include <string_view>
#include <vector>

namespace qontroller {

/// Writes a line about object \a id into the program's log, or drops it and counts it: it waits
/// for nothing. From any thread.
using AttemptLog = std::function<void(LogLevel level, std::string_view id, std::string_view text)>;

/// What the attempts of one controller report that belongs to no item: lines of the log, and
/// metrics. Also limits how much they report, and counts what is dropped. See AttemptSink.
///
/// However much they say, its memory stays small. Thread-safe.
class AttemptReports
{
public:
    /// Without \a log lines go nowhere. \a clock outlives this.
    AttemptReports(AttemptLog log, const Clock &clock)
        : m_log(std::move(log))
        , m_clock(clock)
    {}

    /// Whether one more event may be shown; counts those that may not.
    [[nodiscard]] bool takesNotice();
    /// How many could not be shown since it was asked last, if their second is over at \a now;
    /// else 0. TimePoint::max(): it is the end.
    [[nodiscard]] std::uint64_t takeDroppedNotices(TimePoint now);

    void log(LogLevel level, std::string_view id, std::string_view text) const;
    void count(std::string_view id, std::string_view name, double add);
    void gauge(std::string_view id, std::string_view name, double value);
    /// An attempt asked for a look at an object that is not known.
    void missRequeue() { ++m_requeuesUnknown; }

    [[nodiscard]] std::vector<CustomMetric> metrics() const { return m_metrics.all(); }
    /// Fills in what was dropped.
    void addTo(Counters &counters) const;

private:
    /// The first of each kind is said.
    void refuse(std::string_view id, std::string_view name, MetricRefusal why);

    const AttemptLog m_log;
    const Clock &m_clock;
    CustomMetrics m_metrics;
    std::atomic<std::uint64_t> m_metricsRefused = 0;
    std::array<std::atomic<bool>, MetricRefusalCount> m_isSaid{};
    std::atomic<std::uint64_t> m_requeuesUnknown = 0;

    mutable Mutex m_mutex;
    LineBudget m_notices QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller
