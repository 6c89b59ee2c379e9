// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/queue/attemptreports.h"

#include "core/base/text/text.h"

#include <string>

namespace qontroller {

bool AttemptReports::takesNotice()
{
    const TimePoint now = m_clock.now();
    MutexLock lock(m_mutex);
    return m_notices.take(now);
}

std::uint64_t AttemptReports::takeDroppedNotices(TimePoint now)
{
    MutexLock lock(m_mutex);
    return m_notices.takeLeftOut(now);
}

void AttemptReports::log(LogLevel level, std::string_view id, std::string_view text) const
{
    if (m_log)
        m_log(level, id, text.substr(0, LongestText + 1)); // which a log cuts again
}

void AttemptReports::count(std::string_view id, std::string_view name, double add)
{
    refuse(id, name, m_metrics.count(name, add));
}

void AttemptReports::gauge(std::string_view id, std::string_view name, double value)
{
    refuse(id, name, m_metrics.set(name, value));
}

void AttemptReports::refuse(std::string_view id, std::string_view name, MetricRefusal why)
{
    if (why == MetricRefusal::None)
        return;
    ++m_metricsRefused;
    if (m_isSaid[static_cast<std::size_t>(why)].exchange(true))
        return;
    log(LogLevel::Warning, id,
        "metric \"" + cutText(name, CustomMetrics::LongestName) + "\" is not taken: "
            + std::string(sentence(why)) + "; further ones like it are counted without a word");
}

void AttemptReports::addTo(Counters &counters) const
{
    counters.metricsRefused = m_metricsRefused;
    counters.requeuesUnknown = m_requeuesUnknown;
    MutexLock lock(m_mutex);
    counters.noticesDropped = m_notices.leftOut();
}

} // namespace qontroller
