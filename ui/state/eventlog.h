// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/observe/events/eventrecord.h"
#include "core/engine/observe/events/keys.h"

#include <QtCore/QString>

#include <algorithm>
#include <array>
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
    std::uint64_t number = 0; ///< counts up in the log
};

/// The newest events of all controllers, as they came. When there are too many, the oldest of the
/// kind that has most go: a flood of one kind drives out no other that has fewer.
class EventLog final
{
public:
    static constexpr std::size_t Limit = 5000;

    /// The one that was added; good until the next is.
    const LoggedEvent &add(LoggedEvent event)
    {
        event.number = m_next++;
        ++m_counts[std::size_t(event.event.kind)];
        m_events.push_back(std::move(event));
        return m_events.back();
    }
    /// Drops what is beyond the limit.
    void trim()
    {
        if (m_events.size() <= Limit)
            return;
        Counts tooMany{};
        for (std::size_t i = Limit; i < m_events.size(); ++i) {
            const auto most = std::size_t(std::ranges::max_element(m_counts) - m_counts.begin());
            --m_counts[most];
            ++tooMany[most];
        }
        m_forgotten += m_events.size() - Limit;
        std::erase_if(m_events, [&tooMany](const LoggedEvent &each) { // which goes by the order
            std::size_t &left = tooMany[std::size_t(each.event.kind)];
            return left > 0 && left-- > 0;
        });
    }
    /// In the order of their numbers.
    [[nodiscard]] const std::deque<LoggedEvent> &events() const { return m_events; }
    /// Where those from \a number on begin.
    [[nodiscard]] std::deque<LoggedEvent>::const_iterator from(std::uint64_t number) const
    {
        return std::ranges::lower_bound(m_events, number, {}, &LoggedEvent::number);
    }
    [[nodiscard]] bool has(std::uint64_t number) const
    {
        const auto found = from(number);
        return found != m_events.end() && found->number == number;
    }
    /// The number of the next.
    [[nodiscard]] std::uint64_t next() const { return m_next; }
    /// How many were dropped.
    [[nodiscard]] std::uint64_t forgotten() const { return m_forgotten; }

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
    using Counts = std::array<std::size_t, EventRecord::KindCount>;

    std::deque<LoggedEvent> m_events;
    Counts m_counts{}; ///< of each kind
    std::uint64_t m_next = 0;
    std::uint64_t m_forgotten = 0;
    std::uint64_t m_count = 0;
    TimePoint m_rateSince;
    double m_rate = 0;
};

} // namespace qontroller::ui
