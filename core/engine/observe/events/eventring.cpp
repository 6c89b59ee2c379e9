// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/observe/events/eventring.h"

#include "core/engine/observe/events/heapbytes.h"

#include <algorithm>

namespace qontroller {

namespace {

/// Events that are forgotten at once, but for those that the newest pushes out.
constexpr int ForgottenAtOnce = 256;

} // namespace

std::size_t bytesOf(const EventRecord &event)
{
    return sizeof event + heapBytes(event.id) + heapBytes(event.said.text)
           + heapBytes(event.notice);
}

void EventRing::add(EventRecord event)
{
    event.number = m_nextNumber++;
    m_bytes += bytesOf(event);
    m_events.push_back(std::move(event));
    while (m_events.size() > m_capacity || m_bytes > m_bytesAtMost)
        dropOldest();
    trim();
}

bool EventRing::trim()
{
    for (int i = 0; i < ForgottenAtOnce && isTooFull(); ++i)
        dropOldest();
    return isTooFull();
}

bool EventRing::isTooFull() const
{
    return m_bytes > m_lookBack && !m_events.empty() && first() < m_read;
}

void EventRing::dropOldest()
{
    const EventRecord &oldest = m_events.front();
    m_dropped += oldest.number >= m_unseen;
    m_bytes -= bytesOf(oldest);
    m_events.pop_front();
}

std::vector<EventRecord> EventRing::read(EventCursor &cursor, std::size_t limit, std::size_t &room)
{
    std::vector<EventRecord> events;
    cursor.next = std::max(cursor.next, first());
    const std::uint64_t end = std::min<std::uint64_t>(m_nextNumber, cursor.next + limit);
    for (; cursor.next < end && room > 0; ++cursor.next) {
        events.push_back(m_events[cursor.next - first()]);
        room -= std::min(room, bytesOf(events.back()));
    }
    m_unseen = std::max(m_unseen, cursor.next);
    return events;
}

} // namespace qontroller
