// SPDX-License-Identifier: LGPL-3.0-or-later
// What an operator says.
#include "core/engine/queue/orders.h"

#include "core/engine/queue/spells.h"

#include <utility>

namespace qontroller {

namespace {

constexpr Said::Kind NotRun = Said::Kind::NotRun;

/// A removal that this host still tries, or that waits for a word.
bool owesRemoval(const Item &item)
{
    if (item.elsewhere)
        return false;
    return item.existence == Existence::Held
           || (item.isAbsent() && item.standing != Standing::Failed
               && item.standing != Standing::Parked);
}

} // namespace

void Orders::pauseItem(std::string_view id, TimePoint until, const std::string &reason,
                       TimePoint now)
{
    Item *item = m_schedule.find(id);
    if (!item)
        return;
    const bool isSlowed = item->place == Place::Slowed;
    const bool planned = isDelayed(item->place) && item->place != Place::PauseEnd && !isSlowed;
    m_schedule.counters().queued += planned;
    if (planned)
        item->band = bandOf(causeOf(item->place));
    if (planned || isSlowed || isReady(item->place))
        item->dirty = true; // one run follows on resume
    const bool keepsReason = item->paused && reason.empty();
    m_schedule.pause(*item, until, keepsReason ? item->extra->pauseReason.text() : reason, now);
    item->extra->pause = newSpell();
    m_schedule.settle(*item, now);
}

void Orders::resumeItem(std::string_view id, TimePoint now)
{
    Item *item = m_schedule.find(id);
    if (item && item->paused)
        m_schedule.resume(*item, now);
}

void Orders::requeueItem(std::string_view id, Ticket ticket, TimePoint now)
{
    const bool isClosed = m_schedule.isClosed();
    if (isClosed || !m_schedule.owns(id)) {
        if (ticket != 0)
            endRuns(id, ticket, 1, isClosed ? NotRun : Said::Kind::OwnedElsewhere, now);
        return;
    }
    Item &item = m_schedule.itemOf(id, now);
    if (item.elsewhere) // no sweep has come by
        m_schedule.takeOver(item, now);
    if (ticket != 0)
        askFor(ticket, item.needExtra().tickets);
    m_schedule.trigger(item, Cause::Operator, Band::Operator, now);
}

std::shared_ptr<const void> Orders::lastObject(std::string_view id) const
{
    const Item *item = m_schedule.find(id);
    return item && item->extra ? item->extra->object : nullptr;
}

Orders::Discard Orders::discardItem(std::string_view id, TimePoint now)
{
    Item *item = m_schedule.find(id);
    if (!item)
        return Discard::Unknown;
    if (item->isRunning())
        return Discard::Running;
    if (owesRemoval(*item))
        return Discard::OwesRemoval;
    if (item->isAbsent() && !item->elsewhere)
        m_schedule.logbook().log(EventRecord::Kind::Command, id, Said::Kind::RemainsLeft, now);
    if (item->extra)
        m_schedule.logbook().endTickets(id, item->extra->tickets, Said::Kind::Discarded, now);
    m_schedule.erase(*item);
    return Discard::Done;
}

void Orders::endTickets(ItemTable::Walk &walk, TimePoint now)
{
    m_schedule.walk(walk, [this, now](Item &item) {
        if (!item.extra)
            return;
        m_schedule.logbook().endTickets(item.id(), item.extra->tickets, NotRun, now);
        m_schedule.logbook().endTickets(item.id(), item.extra->running, Said::Kind::NotReturned,
                                        now);
    });
}

void Orders::endRuns(std::string_view id, Ticket ticket, std::uint64_t runs, const Said &why,
                     TimePoint now)
{
    std::vector<TicketRuns> all{{ticket, runs}};
    m_schedule.logbook().endTickets(id, all, why, now);
}

void Orders::removeHeld(std::string_view id, Ticket ticket, TimePoint now)
{
    Item *item = m_schedule.find(id);
    const bool runs = item && isHeldHere(*item) && !m_schedule.isClosed();
    if (ticket != 0 && !runs)
        endRuns(id, ticket, 1, m_schedule.isClosed() ? NotRun : Said::Kind::NotHeld, now);
    if (!runs)
        return;
    if (ticket != 0)
        askFor(ticket, item->needExtra().tickets);
    m_schedule.beliefs().decide(*item, Existence::Missing);
    m_schedule.miss(*item, now);
}

void Orders::keepHeld(std::string_view id, TimePoint now)
{
    Item *item = m_schedule.find(id);
    if (!item || !isHeldHere(*item))
        return;
    m_schedule.beliefs().decide(*item, Existence::Kept);
    if (item->errors > 0 && item->standing != Standing::Parked) { // its retry went when it was held
        item->standing = Standing::Failed;
        item->warnedOf = true;
    }
    m_schedule.settle(*item, now);
}

void Orders::pause(TimePoint until, std::string reason, TimePoint since)
{
    m_schedule.places().pause().begin(until, std::move(reason), since);
}

void Orders::resume()
{
    m_schedule.places().pause().end();
}

void Orders::setRetryRate(double rate, int burst, TimePoint now)
{
    m_schedule.places().setRetryRate(rate, burst, now);
}

void Orders::log(EventRecord::Kind kind, Said said, TimePoint now, Ticket ticket)
{
    m_schedule.logbook().log(kind, {}, std::move(said), now, ticket);
}

} // namespace qontroller
