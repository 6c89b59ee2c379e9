// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/observe/events/eventring.h"

#include "core/engine/observe/events/heapbytes.h"

#include <algorithm>

namespace qontroller {

namespace {

/// Events that are forgotten at once, but for those that the newest pushes out.
constexpr int ForgottenAtOnce = 256;

constexpr std::uint64_t All = UINT64_MAX;

} // namespace

std::size_t bytesOf(const EventRecord &event)
{
    return sizeof event + heapBytes(event.id) + heapBytes(event.said.text)
           + heapBytes(event.notice);
}

void EventRing::add(EventRecord event)
{
    std::unique_ptr<Ring> &ring = m_rings[static_cast<std::size_t>(event.kind)];
    if (!ring)
        ring = std::make_unique<Ring>();
    event.number = m_nextNumber++;
    const std::size_t bytes = bytesOf(event);
    ring->bytes += bytes;
    m_bytes += bytes;
    ring->events.push_back(std::move(event));
    ++m_size;
    while (m_size > m_capacity || m_bytes > m_bytesAtMost)
        dropOldest(*largest(All));
    trim();
}

bool EventRing::trim()
{
    for (int i = 0; i < ForgottenAtOnce && m_bytes > m_lookBack; ++i) {
        Ring *const ring = largest(m_read);
        if (!ring)
            return false;
        dropOldest(*ring);
    }
    return isTooFull();
}

EventRing::Ring *EventRing::largest(std::uint64_t before) const
{
    Ring *largest = nullptr;
    for (const std::unique_ptr<Ring> &each : m_rings) {
        if (!each || each->bytes <= (largest ? largest->bytes : 0))
            continue;
        if (before == All || each->events.front().number < before) // the oldest is in no cache
            largest = each.get();
    }
    return largest;
}

void EventRing::dropOldest(Ring &ring)
{
    const EventRecord &oldest = ring.events.front();
    m_dropped += oldest.number >= m_unseen;
    const std::size_t bytes = bytesOf(oldest);
    ring.bytes -= bytes;
    m_bytes -= bytes;
    --m_size;
    ring.events.pop_front();
}

std::deque<EventRecord>::const_iterator EventRing::unreadOf(const Ring &ring,
                                                            const EventCursor &cursor)
{
    return std::ranges::lower_bound(ring.events, cursor.next, {}, &EventRecord::number);
}

std::size_t EventRing::unread(const EventCursor &cursor) const
{
    std::size_t count = 0;
    for (const std::unique_ptr<Ring> &each : m_rings) {
        if (each)
            count += static_cast<std::size_t>(each->events.end() - unreadOf(*each, cursor));
    }
    return count;
}

std::vector<EventRecord> EventRing::read(EventCursor &cursor, std::size_t limit, std::size_t &room)
{
    struct Rest
    {
        std::uint64_t number; // of the next
        std::deque<EventRecord>::const_iterator next;
        std::deque<EventRecord>::const_iterator end;
    };
    std::vector<Rest> rest; // of each kind
    for (const std::unique_ptr<Ring> &each : m_rings) {
        if (!each)
            continue;
        if (const auto next = unreadOf(*each, cursor); next != each->events.end())
            rest.push_back({next->number, next, each->events.end()});
    }
    std::vector<EventRecord> events;
    while (!rest.empty() && events.size() < limit && room > 0) {
        const auto first = std::ranges::min_element(rest, {}, &Rest::number);
        events.push_back(*first->next);
        cursor.next = first->number + 1;
        room -= std::min(room, bytesOf(events.back()));
        if (++first->next == first->end)
            rest.erase(first);
        else
            first->number = first->next->number;
    }
    if (rest.empty())
        cursor.next = std::max(cursor.next, m_nextNumber);
    m_unseen = std::max(m_unseen, cursor.next);
    return events;
}

} // namespace qontroller
