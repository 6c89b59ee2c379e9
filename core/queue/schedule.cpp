// SPDX-License-Identifier: LGPL-3.0-or-later
// Triggers, places, and what an item is displayed as.
#include "core/queue/schedule.h"

#include <algorithm>

namespace qontroller {

Schedule::Schedule(const ControllerOptions &options, TimePoint start, std::uint64_t seed)
    : m_table(seed)
    , m_wheel(start)
    , m_bucket(options.retryRate, options.retryBurst)
    , m_retryPolicy{options.maxRetries, options.backoffBase, options.backoffMax}
    , m_parkedRetry(parkedRetryOf(options))
    , m_random(static_cast<std::minstd_rand::result_type>(seed))
    , m_start(start)
    , m_ready(options.priorities ? Priorities::Banded : Priorities::Fifo, options.ageing)
    , m_guarded(options.massDeletionGuard)
{}

void Schedule::add(std::string_view id, Cause cause, TimePoint now)
{
    if (!m_closed)
        trigger(itemOf(id, now), cause, bandOf(cause), now);
}

void Schedule::addAfter(std::string_view id, Duration wait, TimePoint now)
{
    if (m_closed)
        return;
    Item &item = itemOf(id, now);
    const bool keeps = item.paused || item.standing == Standing::Parked
                       || !mayRun(item, bit(Cause::Requeue));
    if (item.isPending() || item.isRunning() || keeps)
        return trigger(item, Cause::Requeue, bandOf(Cause::Requeue), now);
    if (isDelayed(item.place)) {
        if (item.due <= now + wait)
            return;
        takeOut(item);
    } else {
        item.forgetReasons();
    }
    item.addReason(Cause::Requeue, now);
    item.reopen();
    delay(item, Place::Requeue, wait, now);
    settle(item, now);
}

Item &Schedule::itemOf(std::string_view id, TimePoint now)
{
    const auto [item, isNew] = m_table.findOrCreate(id);
    if (isNew || item->isTombstone()) {
        takeOut(*item);
        item->existence = Existence::Present;
        ++m_existences[static_cast<std::size_t>(item->existence)];
        item->key = ++m_lastKey;
        item->eventListNumber = m_listNumber; // a list under way may have missed it
        item->firstSeen = static_cast<std::uint32_t>((now - m_start) / std::chrono::seconds(1));
        item->lastRun = item->lastSuccess = {};
        item->since = now;
        item->state = ItemState::InSync;
        ++m_states[static_cast<std::size_t>(item->state)];
    }
    return *item;
}

void Schedule::believe(Item &item, Existence existence)
{
    --m_existences[static_cast<std::size_t>(item.existence)];
    ++m_existences[static_cast<std::size_t>(existence)];
    item.existence = existence;
}

/// Its storage has it after all, or it is forgotten.
void Schedule::acquit(Item &item)
{
    m_denied -= item.denied;
    item.denied = false;
}

void Schedule::trigger(Item &item, Cause cause, Band band, TimePoint now)
{
    if (m_closed)
        return;
    ++m_counters.triggers;
    const bool staysParked = item.standing == Standing::Parked && !meansChange(cause)
                             && (cause != Cause::Resync || now < parkedUntil(item));
    if (staysParked || !mayRun(item, bit(cause)))
        return settle(item, now); // it may have been held
    const bool waitsOn = isDelayed(item.place) && !supersedes(cause, item.place);
    if (!item.isPending() && !waitsOn)
        item.forgetReasons();
    if (item.reason.count == 0 || cause != Cause::Resync) // else it says nothing new
        item.addReason(cause, now);
    item.reopen();

    if (item.isRunning() || item.paused) {
        item.band = item.dirty ? std::min(item.band, band) : band;
        m_counters.queued += !item.dirty && !item.isRunning(); // finish() counts the others
        item.dirty = true;
    } else if (isReady(item.place)) {
        m_ready.raise(item, band);
    } else if (!waitsOn) {
        takeOut(item);
        ++m_counters.queued;
        m_ready.push(item, band, now);
    }
    settle(item, now);
}

TimePoint Schedule::parkedUntil(const Item &item) const
{
    const bool tellsOfChanges = m_hasEvents || item.version != 0;
    return tellsOfChanges ? TimePoint::max() : later(item.lastRun, m_parkedRetry);
}

void Schedule::delay(Item &item, Place as, Duration wait, TimePoint now)
{
    // What somebody asks of a source far away must not run over the clock.
    constexpr Duration Longest = std::chrono::hours(24 * 3650);
    item.due = now + std::clamp(wait, Duration::zero(), Longest);
    m_wheel.add(item, as);
}

void Schedule::takeOut(Item &item)
{
    if (isReady(item.place))
        m_ready.remove(item);
    else if (isDelayed(item.place))
        m_wheel.remove(item);
    else if (item.place == Place::Buried)
        unbury(item);
}

bool Schedule::expire(TimePoint now)
{
    if (m_closed)
        return false;
    if (isPaused() && m_pausedUntil <= now) {
        resume();
        log(EventRecord::Kind::PauseEnded, {}, {}, now);
    }
    const bool isMore = m_wheel.expire(now, ExpiredAtOnce, [&](Item &item, Place place) {
        if (place == Place::PauseEnd) {
            if (m_resumed++ == 0)
                m_oneResumed = item.id();
            return resumeItem(item, now);
        }
        ++m_counters.queued;
        if (place == Place::BackOff)
            m_ready.pushRetry(item, now);
        else
            m_ready.push(item, bandOf(causeOf(place)), now);
        settle(item, now);
    });
    if (!isMore && m_resumed > 0)
        logResumed(now);
    limitRetries(now);
    m_holdBack.look(now);
    return isMore;
}

void Schedule::logResumed(TimePoint now)
{
    if (m_resumed == 1)
        log(EventRecord::Kind::PauseEnded, m_oneResumed, {}, now);
    else
        log(EventRecord::Kind::PauseEnded, {}, Said::pausesEnded(m_resumed), now);
    m_resumed = 0;
}

void Schedule::limitRetries(TimePoint now)
{
    if (m_ready.retries() > 0)
        m_retries = m_bucket.hasToken(now) ? Retries::MayStart : Retries::Wait;
}

TimePoint Schedule::nextDue() const
{
    TimePoint due = m_wheel.nextDue();
    if (isPaused())
        due = std::min(due, m_pausedUntil);
    else if (m_retries == Retries::Wait && m_ready.retries() > 0)
        due = std::min(due, m_bucket.nextToken());
    if (!isPaused() && !m_ready.isEmpty())
        due = std::min(due, m_holdBack.nextStart());
    return due;
}

std::size_t Schedule::takeable() const
{
    if (!m_gateOpen || isPaused())
        return 0;
    return m_holdBack.limit(m_ready.size() - (m_retries == Retries::Wait ? m_ready.retries() : 0));
}

void Schedule::settle(Item &item, TimePoint now)
{
    const ItemState state = stateOf(item);
    if (state != item.state) {
        --m_states[static_cast<std::size_t>(item.state)];
        ++m_states[static_cast<std::size_t>(state)];
        item.state = state;
        item.since = now;
    }
    m_changes.mark(item);
}

void Schedule::retire(Item &item)
{
    m_deniedRemoved += item.denied;
    const bool listMayShowIt = m_listing && item.eventListNumber == m_listNumber;
    if (!listMayShowIt)
        return erase(item);
    takeOut(item); // it may wait for the end of a pause
    leave(item);
    item.place = Place::Buried;
    m_tombstones.append(item);
    ++m_tombstoneCount;
    item.standing = Standing::InSync; // if it comes again it is a new one
    item.paused = item.lastDeleted = false;
    item.errors = item.listNumber = 0;
    item.lockRefusals = 0;
    item.version = 0;
    item.runCauses = 0;
    item.reason = {};
    item.extra.reset();
}

/// Takes \a item out of all that others see and count.
void Schedule::leave(Item &item)
{
    --m_states[static_cast<std::size_t>(item.state)];
    --m_existences[static_cast<std::size_t>(item.existence)];
    acquit(item);
    m_changes.leave(item, m_table.size());
    if (item.hasHistory)
        m_histories.forget(item.key);
    item.hasHistory = false;
}

void Schedule::unbury(Item &item)
{
    m_tombstones.remove(item);
    item.place = Place::Nowhere;
    --m_tombstoneCount;
}

void Schedule::erase(Item &item)
{
    takeOut(item);
    leave(item);
    destroy(item);
}

void Schedule::destroy(Item &item)
{
    constexpr std::size_t Many = 5000;
    m_table.erase(&item);
    const std::size_t gone = m_table.peak() - m_table.size();
    m_hasShrunk = gone >= Many && gone >= m_table.peak() / 4;
}

void Schedule::forgetPeak()
{
    m_table.forgetPeak();
    m_hasShrunk = false;
}

} // namespace qontroller
