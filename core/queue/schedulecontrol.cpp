// SPDX-License-Identifier: LGPL-3.0-or-later
// What an operator says.
#include "core/queue/schedule.h"

#include <utility>

namespace qontroller {

void Schedule::pauseItem(std::string_view id, TimePoint until, const std::string &reason,
                         TimePoint now)
{
    Item *item = m_table.find(id);
    if (!item || item->tombstone)
        return;
    const bool planned = item->place == Place::Delayed && item->delayKind != DelayKind::PauseExpiry;
    m_counters.queued += planned;
    if (planned || item->place == Place::Ready)
        item->dirty = true; // one run follows on resume
    takeOut(*item);
    item->paused = true;
    item->needExtra().pauseReason = reason;
    item->extra->pausedUntil = until;
    // A running item is nowhere and may wait for its expiry as well as any other.
    if (until != TimePoint::max())
        delay(*item, DelayKind::PauseExpiry, until - now, now);
    settle(*item, now);
}

void Schedule::resumeItem(std::string_view id, TimePoint now)
{
    Item *item = m_table.find(id);
    if (item && item->paused)
        resumeItem(*item, now);
}

void Schedule::resumeItem(Item &item, TimePoint now)
{
    takeOut(item);
    item.paused = false;
    if (item.dirty && !item.processing) {
        item.dirty = false;
        m_ready.push(item, item.band, now);
    }
    settle(item, now);
}

void Schedule::requeueItem(std::string_view id, Ticket ticket, TimePoint now)
{
    if (m_closed)
        return;
    Item &item = itemOf(id, now);
    if (ticket != 0)
        item.needExtra().tickets.push_back(ticket);
    trigger(item, Cause::Operator, Band::Operator, now);
}

void Schedule::discardItem(std::string_view id, TimePoint now)
{
    Item *item = m_table.find(id);
    if (!item || item->processing || item->tombstone)
        return;
    if (item->extra) {
        for (const Ticket ticket : item->extra->tickets)
            log(EventRecord::Kind::TicketDone, id, "discarded", now, ticket);
    }
    erase(*item);
}

void Schedule::confirmHeld(std::string_view id, TimePoint now)
{
    Item *item = m_table.find(id);
    if (item && item->held)
        sweepMissing(*item, Missing::Remove, now);
}

void Schedule::refuseHeld(std::string_view id, TimePoint now)
{
    Item *item = m_table.find(id);
    if (!item || !item->held)
        return;
    item->held = false;
    item->refused = true;
    settle(*item, now);
}

std::vector<ObjectId> Schedule::held()
{
    std::vector<ObjectId> ids;
    for (std::size_t part = 0; part < ItemTable::Parts; ++part) {
        m_table.forEachInPart(part, [&ids](const Item &item) {
            if (item.held)
                ids.emplace_back(item.id());
        });
    }
    return ids;
}

void Schedule::pause(TimePoint until, std::string reason)
{
    m_pausedUntil = until;
    m_pauseReason = std::move(reason);
}

void Schedule::resume()
{
    m_pausedUntil = {};
    m_pauseReason.clear();
}

} // namespace qontroller
