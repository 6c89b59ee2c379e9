// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/observe/eventring.h"

#include "core/observe/heapbytes.h"

#include <algorithm>

namespace qontroller {

namespace {

std::size_t bytesOf(const EventRecord &event)
{
    return sizeof event + heapBytes(event.id) + heapBytes(event.said.text)
           + heapBytes(event.notice);
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
    m_dropped += oldest.number >= m_unseen;
    m_bytes -= bytesOf(oldest);
    m_events.pop_front();
}

std::vector<EventRecord> EventRing::read(EventCursor &cursor, std::size_t limit)
{
    std::vector<EventRecord> events;
    const std::uint64_t first = m_nextNumber - m_events.size();
    cursor.next = std::max(cursor.next, first);
    const std::uint64_t end = std::min<std::uint64_t>(m_nextNumber, cursor.next + limit);
    for (; cursor.next < end; ++cursor.next)
        events.push_back(m_events[cursor.next - first]);
    m_unseen = std::max(m_unseen, end);
    return events;
}

} // namespace qontroller
