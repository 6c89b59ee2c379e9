// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerd/crashbackoff.h"

#include "app/log/log.h"
#include "core/base/text/duration.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace qontroller {

using namespace std::chrono_literals;

namespace {

constexpr Duration LookInterval = 1s;
constexpr Duration LongestWait = 1h;
constexpr const char *NotStartedEvent = "not started";
constexpr const char *TriedAgain = "tried again";

std::vector<CrashGuard::Crash> crashesOf(const SessionController &controller,
                                         const PluginCatalogue &plugins)
{
    auto crashes = plugins.crashesOf(PluginKind::Controller, controller.plugin, controller.name);
    if (!controller.locker)
        return crashes;
    auto lockers = plugins.crashesOf(PluginKind::Locker, controller.locker->plugin,
                                     controller.name);
    return lockers.size() > crashes.size() ? lockers : crashes;
}

/// A minute, twice as long with each of \a earlier waits, an hour at the most.
Duration waitAfter(std::size_t earlier)
{
    constexpr std::size_t Doublings = 6; // 64 min are more than the most
    return std::min<Duration>((1U << std::min(earlier, Doublings)) * 1min, LongestWait);
}

std::string triedAgainIn(Duration wait)
{
    return ": it is tried again in "
           + formatDuration(std::chrono::ceil<std::chrono::seconds>(wait));
}

} // namespace

WallTime startAfter(const std::vector<CrashGuard::Crash> &crashes)
{
    if (crashes.size() < 2)
        return {};
    return crashes.back().at + waitAfter(crashes.size() - 2);
}

CrashBackOff::CrashBackOff(const Session &session, const PluginCatalogue &plugins, Clock &clock)
    : m_clock(clock)
{
    for (const SessionController &controller : session.controllers)
        consider(controller, plugins);
}

void CrashBackOff::consider(const SessionController &controller, const PluginCatalogue &plugins)
{
    const auto crashes = crashesOf(controller, plugins);
    if (crashes.empty())
        return;
    const std::string what = crashes.back().attempt.file + ' ' + whatCrashed(crashes);
    const Moment now = m_clock.moment();
    const Duration wait = std::min(now.timeOf(startAfter(crashes)) - now.now, LongestWait);
    if (wait <= Duration::zero()) {
        log(LogLevel::Warning, {.controller = controller.name, .event = TriedAgain, .text = what});
        return;
    }
    log(LogLevel::Error, {.controller = controller.name,
                          .event = NotStartedEvent,
                          .text = what + triedAgainIn(wait) + "; install a mended build, or remove "
                                  + crashes.back().mark + " and start this program again"});
    add({controller, now.now + wait, what});
}

void CrashBackOff::keepBack(const SessionController &controller, const std::string &why)
{
    const Duration wait = waitAfter(m_keptBack[controller.name]++);
    log(LogLevel::Warning, {.controller = controller.name,
                            .event = NotStartedEvent,
                            .text = why + triedAgainIn(wait)});
    add({controller, m_clock.now() + wait, why});
}

void CrashBackOff::add(Waiting waiting)
{
    m_next = std::min(m_next, waiting.due);
    const auto after = std::ranges::upper_bound(m_waiting, waiting.due, {}, &Waiting::due);
    m_waiting.insert(after, std::move(waiting));
    m_count = m_waiting.size();
}

std::set<std::string> CrashBackOff::names() const
{
    std::set<std::string> all;
    std::ranges::transform(m_waiting, std::inserter(all, all.end()),
                           [](const Waiting &waiting) { return waiting.controller.name; });
    return all;
}

std::vector<NotStarted> CrashBackOff::notStarted() const
{
    std::vector<NotStarted> all;
    std::ranges::transform(m_waiting, std::back_inserter(all), [](const Waiting &waiting) {
        return NotStarted{waiting.controller.name, waiting.why + ": it is tried again later"};
    });
    return all;
}

void CrashBackOff::forget(const std::string &controller)
{
    m_keptBack.erase(controller);
    std::erase_if(m_waiting,
                  [&](const Waiting &each) { return each.controller.name == controller; });
    m_count = m_waiting.size();
    m_next = m_waiting.empty() ? TimePoint::max() : std::max(m_next, m_waiting.front().due);
}

std::optional<SessionController> CrashBackOff::takeDue(const std::vector<ControllerStatus> &running)
{
    const TimePoint now = m_clock.now();
    if (now < m_next)
        return std::nullopt;
    m_next = now + LookInterval;
    if (isTried(running))
        return std::nullopt;
    SessionController due = std::move(m_waiting.front().controller);
    m_waiting.erase(m_waiting.begin());
    m_count = m_waiting.size();
    m_next = m_waiting.empty() ? TimePoint::max() : std::max(m_next, m_waiting.front().due);
    m_tried = due.name;
    log(LogLevel::Warning, {.controller = due.name, .event = TriedAgain});
    return due;
}

bool CrashBackOff::isTried(const std::vector<ControllerStatus> &running) const
{
    const auto tried = std::ranges::find(running, m_tried, &ControllerStatus::name);
    return tried != running.end() && tried->counters.lists + tried->counters.listFailures == 0;
}

} // namespace qontroller
