// SPDX-License-Identifier: LGPL-3.0-or-later
// What an operator says.
#include "core/queue/schedule.h"

#include <utility>

namespace qontroller {

namespace {

constexpr Said::Kind NotRun = Said::Kind::NotRun;

/// A removal that is still tried, or that waits for a word.
bool owesRemoval(const Item &item)
{
    return item.existence == Existence::Held
           || (item.isAbsent() && item.standing != Standing::Failed
               && item.standing != Standing::Parked);
}

} // namespace

void Schedule::pauseItem(std::string_view id, TimePoint until, const std::string &reason,
                         TimePoint now)
{
    Item *item = m_table.find(id);
    if (!item || item->isTombstone())
        return;
    const bool planned = isDelayed(item->place) && item->place != Place::PauseEnd;
    m_counters.queued += planned;
    if (planned)
        item->band = bandOf(causeOf(item->place));
    if (planned || isReady(item->place))
        item->dirty = true; // one run follows on resume
    takeOut(*item);
    item->paused = true;
    item->needExtra().pauseReason = m_texts.share(reason);
    item->extra->pausedUntil = until;
    // A running item is nowhere and may wait for its expiry as well as any other.
    if (until != TimePoint::max())
        delay(*item, Place::PauseEnd, until - now, now);
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
    if (item.extra)
        item.extra->pauseReason = {};
    if (item.dirty && !item.isRunning()) {
        item.dirty = false;
        m_ready.push(item, item.band, now);
    }
    settle(item, now);
}

void Schedule::requeueItem(std::string_view id, Ticket ticket, TimePoint now)
{
    if (m_closed) {
        if (ticket != 0)
            endTicket(id, ticket, NotRun, now);
        return;
    }
    Item &item = itemOf(id, now);
    if (ticket != 0)
        item.needExtra().tickets.push_back(ticket);
    trigger(item, Cause::Operator, Band::Operator, now);
}

Schedule::Discard Schedule::discardItem(std::string_view id, TimePoint now)
{
    Item *item = m_table.find(id);
    if (!item || item->isTombstone())
        return Discard::Unknown;
    if (item->isRunning())
        return Discard::Running;
    if (owesRemoval(*item))
        return Discard::OwesRemoval;
    if (item->isAbsent())
        log(EventRecord::Kind::Command, id, Said::Kind::RemainsLeft, now);
    if (item->extra)
        endTickets(*item, item->extra->tickets, Said::Kind::Discarded, now);
    erase(*item);
    return Discard::Done;
}

void Schedule::endTickets(ItemTable::Walk &walk, TimePoint now)
{
    m_table.walk(walk, [this, now](Item &item) {
        if (item.extra)
            endTickets(item, item.extra->tickets, NotRun, now);
    });
}

void Schedule::confirmHeld(std::string_view id, TimePoint now)
{
    Item *item = m_table.find(id);
    if (item && item->existence == Existence::Held)
        sweepMissing(*item, Missing::Remove, now);
}

void Schedule::refuseHeld(std::string_view id, TimePoint now)
{
    Item *item = m_table.find(id);
    if (!item || item->existence != Existence::Held)
        return;
    believe(*item, Existence::Kept);
    if (item->errors > 0) // its retry went when it was held
        item->standing = Standing::Failed;
    settle(*item, now);
}

void Schedule::held(ItemTable::Walk &walk, std::vector<ObjectId> &ids)
{
    m_table.walk(walk, [&ids](const Item &item) {
        if (item.existence == Existence::Held)
            ids.emplace_back(item.id());
    });
}

void Schedule::pause(TimePoint until, std::string reason)
{
    m_pausedUntil = until;
    m_pauseReason = std::move(reason);
}

void Schedule::setRetryRate(double rate, int burst, TimePoint now)
{
    m_bucket.setRate(rate, burst, now);
    limitRetries(now);
}

void Schedule::resume()
{
    m_pausedUntil = {};
    m_pauseReason.clear();
}

} // namespace qontroller
