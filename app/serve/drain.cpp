// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/serve/drain.h"

#include "app/log/log.h"
#include "core/base/text/duration.h"

#include <algorithm>
#include <string>
#include <system_error>
#include <vector>

namespace qontroller {

namespace {

void logCalls(const StopReport &report)
{
    const TimePoint now = SteadyClock::instance().now();
    for (const RunningCall &call : report.calls) {
        const auto since = std::chrono::floor<std::chrono::seconds>(now - call.since);
        log(LogLevel::Warning,
            {.controller = report.name,
             .text = std::string(name(call.call)) + (call.id.empty() ? "" : " of " + call.id)
                     + " has run for " + formatDuration(since)
                     + " and does not return although it was asked to stop"});
    }
}

} // namespace

Drain::Drain(Host &host, Signals &endRequests, Finish finish)
    : m_host(host)
    , m_signals(endRequests)
    , m_finish(std::move(finish))
{
    try {
        m_others = std::jthread([this] { finishOthers(); });
        m_thread = std::jthread([this] { stopHost(); });
    } catch (const std::system_error &error) {
        m_begun.count_down();
        throw std::system_error(error.code(), "no thread for the end of the program");
    }
}

Drain::~Drain()
{
    if (!isStarted())
        m_begun.count_down();
}

void Drain::start()
{
    if (isStarted())
        return;
    m_deadline = SteadyClock::instance().now() + TimeLimit;
    m_begun.count_down();
}

void Drain::finishOthers()
{
    m_begun.wait();
    if (m_deadline)
        m_stillRuns = m_finish(*m_deadline);
}

void Drain::stopHost()
{
    m_begun.wait();
    if (!m_deadline)
        return;
    m_reports = m_host.stop(TimeLimit);
    m_host.awaitRemoved(); // what their plugins have promised to stop, too
    m_others.join();
    m_over = true;
    m_signals.wake();
}

std::vector<std::string> Drain::notStopped() const
{
    std::vector<std::string> names = m_host.leaving();
    for (const ControllerStatus &each : m_host.status()) {
        if (each.state != ControllerState::Stopped)
            names.push_back(each.name);
    }
    std::ranges::sort(names);
    return names;
}

bool Drain::leavesCalls() const
{
    return !m_stillRuns.empty() || std::ranges::any_of(m_reports, [](const StopReport &report) {
        return !report.calls.empty();
    });
}

std::uint64_t Drain::left() const
{
    std::uint64_t sum = 0;
    for (const StopReport &report : m_reports)
        sum += report.leftCount;
    return sum;
}

void Drain::logLeft() const
{
    constexpr std::size_t MostIds = 10;
    for (const std::string &call : m_stillRuns)
        log(LogLevel::Warning, call + " has not returned in time: it ends with this program");
    for (const StopReport &report : m_reports) {
        logCalls(report);
        if (report.leftCount == 0)
            continue;
        std::string text = std::to_string(report.leftCount)
                           + (report.leftCount == 1 ? " object is" : " objects are")
                           + " left undone";
        std::vector<std::string> left;
        for (std::size_t i = 0; i < report.left.size(); ++i)
            left.push_back(report.left[i] + " (" + report.leftWhy[i] + ')');
        std::ranges::sort(left);
        for (std::size_t i = 0; i < std::min(left.size(), MostIds); ++i)
            text += (i == 0 ? ": " : ", ") + left[i];
        log(LogLevel::Warning, {.controller = report.name, .text = std::move(text)});
    }
}

} // namespace qontroller
