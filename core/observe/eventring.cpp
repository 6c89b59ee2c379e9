// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/observe/eventring.h"

#include <algorithm>

namespace qontroller {

void EventRing::add(EventRecord event)
{
    event.number = m_nextNumber++;
    m_events.push_back(std::move(event));
    if (m_events.size() <= m_capacity)
        return;
    if (m_events.front().number >= m_nextToRead) {
        ++m_dropped;
        m_nextToRead = m_events.front().number + 1;
    }
    m_events.pop_front();
}

std::vector<EventRecord> EventRing::read(std::size_t limit)
{
    std::vector<EventRecord> events;
    if (m_events.empty())
        return events;
    const std::uint64_t first = m_events.front().number;
    const auto begin = static_cast<std::size_t>(m_nextToRead - first);
    const std::size_t end = std::min(m_events.size(), begin + limit);
    for (std::size_t i = begin; i < end; ++i)
        events.push_back(m_events[i]);
    m_nextToRead = first + end;
    return events;
}

void EventRing::rewind()
{
    if (!m_events.empty())
        m_nextToRead = m_events.front().number;
}

} // namespace qontroller
