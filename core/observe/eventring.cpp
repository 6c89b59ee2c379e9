// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/observe/eventring.h"

#include "core/observe/heapbytes.h"

#include <algorithm>

namespace qontroller {

namespace {

std::size_t bytesOf(const EventRecord &event)
{
    return sizeof event + heapBytes(event.id) + heapBytes(event.said.text);
}

} // namespace

void EventRing::add(EventRecord event)
{
    event.number = m_nextNumber++;
    m_bytes += bytesOf(event);
    m_events.push_back(std::move(event));
    while (isTooFull())
        dropOldest();
}

bool EventRing::isTooFull() const
{
    return m_events.size() > m_capacity || m_bytes > m_bytesAtMost;
}

void EventRing::dropOldest()
{
    const EventRecord &oldest = m_events.front();
    if (oldest.number >= m_nextToRead) {
        ++m_dropped;
        m_nextToRead = oldest.number + 1;
    }
    m_bytes -= bytesOf(oldest);
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
