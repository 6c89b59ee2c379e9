// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/observe/events/eventrecord.h"
#include "core/engine/observe/events/keys.h"

#include <QtCore/QString>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>

namespace qontroller::ui {

/// An event with the controller it came from.
struct LoggedEvent
{
    ControllerId controller = 0;
    QString controllerName;
    EventRecord event;
    bool isEarlier = false; ///< from before the window knew the controller
    std::string name;       ///< of the controller, as a filter names it
    std::string host;       ///< … and of its host; empty: the program's own
};

/// The newest events of all controllers, as they came.
class EventLog final
{
public:
    static constexpr std::size_t Limit = 5000;

    /// The one that was added; good until the next is.
    const LoggedEvent &add(LoggedEvent event)
    {
        m_events.push_back(std::move(event));
        return m_events.back();
    }
    /// Drops the oldest beyond the limit.
    void trim()
    {
        while (m_events.size() > Limit) {
            m_events.pop_front();
            ++m_first;
        }
    }
    /// The oldest first. All events are numbered from 0; first() is the number of the front.
    [[nodiscard]] const std::deque<LoggedEvent> &events() const { return m_events; }
    [[nodiscard]] std::uint64_t first() const { return m_first; }

    /// By \a now \a count triggers of all controllers have come.
    void count(std::uint64_t count, TimePoint now)
    {
        const Duration time = now - m_rateSince;
        if (time < std::chrono::seconds(1))
            return;
        const bool isFirst = m_rateSince == TimePoint{} || count < m_count;
        const double seconds = std::chrono::duration<double>(time).count();
        m_rate = isFirst ? 0 : double(count - m_count) / seconds;
        m_count = count;
        m_rateSince = now;
    }
    /// How many came in the last second.
    [[nodiscard]] double perSecond() const { return m_rate; }

private:
    std::deque<LoggedEvent> m_events;
    std::uint64_t m_first = 0;
    std::uint64_t m_count = 0;
    TimePoint m_rateSince;
    double m_rate = 0;
};

} // namespace qontroller::ui
