// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/simulator/simulatedsource.h"

#include "app/plugins/simulator/objectnames.h"
#include "core/base/threads/wait.h"

#include <algorithm>

namespace qontroller::simulator {

namespace {

/// Many changes are made at once and not each at its own time: waking costs more than a change.
constexpr Duration ShortestWait = std::chrono::milliseconds(2);

} // namespace

ListResult SimulatedSource::list(ListSink &sink, std::stop_token stop)
{
    const std::vector<Version> versions = m_simulation->list();
    for (std::uint32_t object = 0; object < versions.size() && !stop.stop_requested(); ++object) {
        if (versions[object] != 0)
            sink.add(idOf(object), versions[object]);
    }
    return stop.stop_requested() ? ListResult::partial("the list was stopped")
                                 : ListResult::complete();
}

WatchEnd SimulatedSource::watch(WatchSink &sink, const std::string &, std::stop_token stop)
{
    Clock &clock = m_simulation->clock();
    const TimePoint begin = clock.now();
    std::uint64_t made = 0;
    bool goesOn = m_simulation->options().changesPerSecond > 0;
    sink.ready();
    while (!stop.stop_requested()) {
        const TimePoint now = clock.now();
        while (goesOn && begin + timeOf(made + 1) <= now && !stop.stop_requested()) {
            goesOn = makeChange(sink);
            ++made;
        }
        const TimePoint next = std::max(begin + timeOf(made + 1), now + ShortestWait);
        waitUntil(clock, goesOn ? next : TimePoint::max(), stop);
    }
    m_simulation->end();
    return WatchEnd::closed();
}

bool SimulatedSource::makeChange(WatchSink &sink)
{
    const auto change = m_simulation->change();
    if (change)
        sink.event(change->type, idOf(change->object), change->version);
    return change.has_value();
}

/// Since the watch began.
Duration SimulatedSource::timeOf(std::uint64_t change) const
{
    const std::chrono::duration<double> seconds(static_cast<double>(change)
                                                / m_simulation->options().changesPerSecond);
    constexpr Duration Longest = std::chrono::hours(24 * 365);
    return seconds < Longest ? std::chrono::duration_cast<Duration>(seconds) : Longest;
}

} // namespace qontroller::simulator
