// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/program/drain.h"

#include "app/program/log.h"
#include "core/base/duration.h"

#include <algorithm>
#include <string>

namespace qontroller {

namespace {

void logCalls(const StopReport &report)
{
    const TimePoint now = SteadyClock::instance().now();
    for (const RunningCall &call : report.calls) {
        const auto since = std::chrono::floor<std::chrono::seconds>(now - call.since);
        log(LogLevel::Warning, {.controller = report.name,
                                .text = std::string(name(call.call))
                                        + (call.id.empty() ? "" : " of " + call.id) + " runs for "
                                        + formatDuration(since)
                                        + " and does not return although it was asked to stop"});
    }
}

} // namespace

void Drain::start()
{
    if (isStarted())
        return;
    m_thread = std::jthread([this] {
        const TimePoint deadline = SteadyClock::instance().now() + Deadline;
        {
            const std::jthread calls([&] { m_stillRuns = m_finish(deadline); });
            m_reports = m_host.stop(Deadline);
        }
        m_over = true;
        m_signals.wake();
    });
}

void Drain::logLeft() const
{
    constexpr std::size_t MostIds = 10;
    for (const std::string &call : m_stillRuns)
        log(LogLevel::Warning, call + " is ended: it has not returned in time");
    for (const StopReport &report : m_reports) {
        logCalls(report);
        if (report.leftCount == 0)
            continue;
        std::string text = std::to_string(report.leftCount)
                           + (report.leftCount == 1 ? " object is" : " objects are")
                           + " left undone";
        for (std::size_t i = 0; i < std::min(report.left.size(), MostIds); ++i)
            text += (i == 0 ? ": " : ", ") + report.left[i];
        log(LogLevel::Warning, {.controller = report.name, .text = std::move(text)});
    }
}

} // namespace qontroller
