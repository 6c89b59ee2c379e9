// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/host/lastwords.h"

#include <algorithm>
#include <utility>

namespace qontroller {

namespace {

using Records = std::vector<EventRecord>;

/// The first of \a all that is not before \a place.
auto unread(const Records &all, const EventCursor &place)
{
    return std::ranges::lower_bound(all, place.next, {}, &EventRecord::number);
}

std::size_t countUnread(const Records &all, const EventCursor &place)
{
    return static_cast<std::size_t>(all.end() - unread(all, place));
}

std::size_t bytesOf(const Records &all)
{
    std::size_t bytes = 0;
    for (const EventRecord &each : all)
        bytes += qontroller::bytesOf(each);
    return bytes;
}

/// Adds what is after \a place, up to \a limit of them in all.
void take(const Records &all, EventCursor &place, std::size_t limit, Records &taken,
          std::size_t &room)
{
    if (!taken.empty()) // it was pulled a moment before
        place.next = std::max(place.next, taken.back().number + 1);
    for (auto each = unread(all, place); each != all.end() && taken.size() < limit && room > 0;
         ++each) {
        taken.push_back(*each);
        place.next = each->number + 1;
        room -= std::min(room, qontroller::bytesOf(*each));
    }
}

/// … of \a delta; it has none of it yet if \a words is of one that was not pulled.
ControllerDelta &entryOf(const ControllerDelta &words, Delta &delta)
{
    const auto found = std::ranges::find(delta.controllers, words.id, &ControllerDelta::id);
    ControllerDelta &entry = found == delta.controllers.end() ? delta.controllers.emplace_back()
                                                              : *found;
    static_cast<ControllerView &>(entry) = words;
    return entry;
}

} // namespace

void LastWords::add(ControllerDelta words, Places readers)
{
    if (readers.empty())
        return;
    const std::size_t bytes = bytesOf(words.events) + bytesOf(words.ticketEnds);
    m_all.push_back({std::move(words), std::move(readers), bytes});
    m_bytes += bytes;
    for (auto oldest = m_all.begin(); m_bytes > m_mostBytes && oldest != m_all.end(); ++oldest)
        dropWords(*oldest);
    if (m_all.size() > MostControllers) {
        m_bytes -= m_all.front().bytes;
        m_all.pop_front();
    }
}

void LastWords::dropWords(Departed &departed)
{
    std::size_t dropped = 0;
    for (auto &[reader, place] : departed.readers) {
        dropped = std::max(dropped, countUnread(departed.words.events, place.events));
        place.missedTicketEnds |= countUnread(departed.words.ticketEnds, place.ticketEnds) > 0;
    }
    departed.words.counters.eventsDropped += dropped;
    Records().swap(departed.words.events);
    Records().swap(departed.words.ticketEnds);
    m_bytes -= std::exchange(departed.bytes, 0);
}

void LastWords::read(ReaderId reader, Delta &delta, std::size_t &room)
{
    for (Departed &departed : m_all) {
        const auto found = departed.readers.find(reader);
        if (found == departed.readers.end())
            continue;
        Place &place = found->second;
        const ControllerDelta &words = departed.words;
        ControllerDelta &entry = entryOf(words, delta);
        take(words.ticketEnds, place.ticketEnds, DeltaTicketEndLimit, entry.ticketEnds, room);
        take(words.events, place.events, DeltaEventLimit, entry.events, room);
        entry.missedTicketEnds |= std::exchange(place.missedTicketEnds, false);
        entry.rowsPending = countUnread(words.events, place.events)
                            + countUnread(words.ticketEnds, place.ticketEnds);
        if (entry.rowsPending > 0)
            continue;
        delta.removed.push_back(words.id);
        departed.readers.erase(found);
    }
    forgetRead();
}

void LastWords::forget(ReaderId reader)
{
    for (Departed &departed : m_all)
        departed.readers.erase(reader);
    forgetRead();
}

void LastWords::forgetRead()
{
    std::erase_if(m_all, [this](const Departed &each) {
        m_bytes -= each.readers.empty() ? each.bytes : 0;
        return each.readers.empty();
    });
}

} // namespace qontroller
