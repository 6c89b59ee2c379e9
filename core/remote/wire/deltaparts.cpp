// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/wire/deltaparts.h"

#include "core/remote/wire/deltamessages.h"
#include "core/remote/wire/itemmessages.h"

#include <algorithm>
#include <utility>

namespace qontroller::remote {

namespace {

// What one of them comes to in a message, at the most.

std::size_t sizeOf(const ItemRow &row)
{
    return 256 + row.id.size() + row.text.size() + row.error.size() + row.pauseReason.size();
}

std::size_t sizeOf(const EventRecord &event) // its text stands in its words again
{
    return 256 + event.id.size() + 2 * event.said.text.size() + event.notice.size();
}

std::size_t sizeOf(ItemKey)
{
    return 10;
}

/// Adds from \a list, from \a place on, while there is \a room.
template<class List, class Add>
void take(const List &list, std::size_t &place, std::size_t &room, const Add &add)
{
    for (; place < list.size() && room > 0; ++place) {
        add(list[place]);
        room -= std::min(room, sizeOf(list[place]));
    }
}

} // namespace

DeltaParts::DeltaParts(Delta delta)
    : m_delta(std::move(delta))
    , m_places(m_delta.controllers.size())
{}

std::size_t DeltaParts::left(const ControllerDelta &controller, const Place &place)
{
    return controller.changed.size() - place.changed + controller.removed.size() - place.removed
           + controller.events.size() - place.events + controller.ticketEnds.size()
           - place.ticketEnds;
}

bool DeltaParts::isOver() const
{
    if (!m_isBegun)
        return false;
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        if (left(m_delta.controllers[i], m_places[i]) > 0)
            return false;
    }
    return true;
}

void DeltaParts::writeLists(const ControllerDelta &controller, Place &place,
                            v1::ControllerDelta &message, std::size_t &room)
{
    take(controller.changed, place.changed, room,
         [&](const ItemRow &row) { write(row, *message.add_changed()); });
    take(controller.events, place.events, room,
         [&](const EventRecord &event) { write(event, *message.add_events()); });
    take(controller.ticketEnds, place.ticketEnds, room,
         [&](const EventRecord &event) { write(event, *message.add_ticket_ends()); });
    take(controller.removed, place.removed, room,
         [&](ItemKey key) { message.add_removed(key); }); // after all rows: they stay gone
}

void DeltaParts::writeNext(v1::Delta &message)
{
    message.set_now(nanoseconds(m_delta.now));
    message.set_wall(m_delta.wall.time_since_epoch().count());
    std::size_t room = Enough;
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        const ControllerDelta &controller = m_delta.controllers[i];
        v1::ControllerDelta &part = *message.add_controllers();
        writeHead(controller, part);
        part.set_reset_rows(controller.resetRows && !m_isBegun);
        part.set_missed_ticket_ends(controller.missedTicketEnds && !m_isBegun);
        writeLists(controller, m_places[i], part, room);
        part.set_rows_pending(controller.rowsPending + left(controller, m_places[i]));
    }
    m_isBegun = true;
    if (!isOver())
        return;
    for (const ControllerId removed : m_delta.removed)
        message.add_removed(removed.number);
}

} // namespace qontroller::remote
