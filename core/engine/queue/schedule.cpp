// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/queue/schedule.h"

#include "core/engine/observe/items/givenup.h"

#include <algorithm>
#include <limits>

namespace qontroller {

namespace {

/// See Schedule::pieces(). One that is given up is counted as such, whatever its state.
bool hasWords(ItemState state)
{
    return state == ItemState::BackOff || state == ItemState::Paused;
}

} // namespace

Schedule::Schedule(const ControllerOptions &options, TimePoint start, std::uint64_t seed)
    : m_table(seed)
    , m_parkedRetry(parkedRetryOf(options))
    , m_start(start)
    , m_beliefs(options.massDeletionGuard)
    , m_places(options, start)
{}

ItemTable::Found Schedule::findOrCreate(std::string_view id, std::uint64_t hash, TimePoint now)
{
    ItemTable::Found found = m_table.findOrCreate(id, hash);
    if (found.item->isInHand()) [[unlikely]] {
        m_surfacer->surface(*found.item);
        found = m_table.findOrCreate(id, hash);
    }
    if (found.isNew) {
        Item *item = found.item;
        item->key = ++m_lastKey;
        item->firstSeen = sinceStart(now);
        item->since = now;
        item->afterBurst = !m_afterBurst.empty() && id == m_afterBurst;
        item->elsewhere = !owns(id);
        m_beliefs.welcome(*item);
        m_logbook.setKnown(m_table.size());
        ++m_states[static_cast<std::size_t>(item->state)];
        notePieces();
    }
    return found;
}

std::int32_t Schedule::sinceStart(TimePoint time) const
{
    using Limits = std::numeric_limits<std::int32_t>;
    const std::int64_t seconds = (time - m_start) / std::chrono::seconds(1);
    return static_cast<std::int32_t>(
        std::clamp<std::int64_t>(seconds, Limits::min(), Limits::max()));
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
    const bool rests = item.place == Place::Slowed && cause != Cause::Operator && item.looping;
    const bool waitsOn = rests || (isDelayed(item.place) && !supersedes(cause, item.place));
    if (!item.isPending() && !waitsOn)
        item.forgetReasons();
    if (item.reason.count == 0 || cause != Cause::Resync) // else it says nothing new
        item.addReason(cause, now);
    item.reopen();

    if (item.isRunning() || item.paused) {
        item.band = item.dirty ? std::min(item.band, band) : band;
        m_counters.queued += !item.dirty && !item.isRunning(); // the end of the run counts others
        item.dirty = true;
    } else if (isReady(item.place)) {
        m_places.raise(item, band);
    } else if (!waitsOn) {
        m_counters.queued += item.place != Place::Slowed;
        m_places.takeOut(item);
        enqueue(item, band, now);
    } else if (rests) {
        item.band = std::min(item.band, band);
    }
    settle(item, now);
}

void Schedule::enqueue(Item &item, Band band, TimePoint now)
{
    const TimePoint until = Loops::restsUntil(item);
    if (until <= now)
        return m_places.push(item, band, now);
    item.band = band;
    m_places.delay(item, Place::Slowed, until - now, now);
}

void Schedule::noteChange(Item &item, TimePoint now)
{
    Loops::acquit(item);
    if (item.place != Place::Slowed)
        return;
    m_places.takeOut(item);
    m_places.push(item, item.band, now);
    settle(item, now);
}

void Schedule::countRun(Item &item, Evidence evidence, TimePoint now)
{
    // The one that comes after bursts is asked for by what has changed.
    const Duration weight = item.afterBurst ? Duration() : weightOf(item.runCauses, evidence);
    if (!m_loops.count(item, weight, now))
        return;
    ++m_counters.loops;
    const auto aMinute = static_cast<std::uint64_t>(std::chrono::minutes(1) / weight);
    m_logbook.log(EventRecord::Kind::Looping, item.id(), Said::looping(aMinute), now);
}

void Schedule::lookAtLoops(TimePoint now)
{
    m_loops.look(now, [this](Item &item) { m_changes.mark(item); });
}

TimePoint Schedule::parkedUntil(const Item &item) const
{
    const bool tellsOfChanges = m_hasEvents || item.version != 0;
    return tellsOfChanges ? TimePoint::max() : later(item.lastRun, m_parkedRetry);
}

void Schedule::miss(Item &item, TimePoint now)
{
    if (m_closed)
        return;
    item.heardOf = true;
    m_beliefs.believe(item, Existence::Missing);
    trigger(item, Cause::Missing, Band::Resync, now);
}

void Schedule::hold(Item &item, TimePoint now)
{
    m_beliefs.believe(item, Existence::Held);
    item.hold = m_beliefs.holds().newest();
    if (!mayRun(item, item.causes())) {
        item.dirty = false;
        if (!item.paused) // else it waits for the end of the pause
            m_places.takeOut(item);
        if (item.extra) // they are of runs that will not be
            m_logbook.endTickets(item.id(), item.extra->tickets, Said::Kind::NotRun, now);
    }
    settle(item, now);
}

void Schedule::pause(Item &item, TimePoint until, const std::string &reason, TimePoint now)
{
    m_places.takeOut(item);
    item.paused = true;
    item.needExtra().pauseReason = m_logbook.share(reason);
    item.extra->pausedUntil = until;
    // A running item is nowhere and may wait for its expiry as well as any other.
    if (until != TimePoint::max())
        m_places.delay(item, Place::PauseEnd, until - now, now);
}

void Schedule::resume(Item &item, TimePoint now)
{
    m_places.takeOut(item);
    item.paused = false;
    if (item.extra)
        item.extra->pauseReason = {};
    if (!item.isRunning())
        runIfDirty(item, now);
    settle(item, now);
}

void Schedule::runIfDirty(Item &item, TimePoint now)
{
    if (!item.dirty || item.paused)
        return;
    item.dirty = false;
    m_places.takeOut(item);
    if (item.afterBurst) // it may have been asked for while it ran: others wait from then on
        return m_places.push(item, item.band, item.reason.first);
    enqueue(item, item.band, now);
}

void Schedule::handOver(Item &item, TimePoint now)
{
    item.elsewhere = true;
    item.dirty = false;
    if (!item.paused) // else it waits for the end of the pause
        m_places.takeOut(item);
    item.forgetReasons();
    if (item.extra)
        m_logbook.endTickets(item.id(), item.extra->tickets, Said::Kind::OwnedElsewhere, now);
    if (!item.isRunning()) { // else when that has ended
        item.errors = 0;
        item.lockRefusals = 0;
        item.standing = Standing::InSync;
        m_beliefs.acquit(item);
        Logbook::forgetTrouble(item);
    }
    settle(item, now);
    item.trim();
}

void Schedule::takeOver(Item &item, TimePoint now)
{
    item.elsewhere = false;
    if (item.existence == Existence::Deleted) // no longer news: its storage is asked
        m_beliefs.believe(item, Existence::Missing);
    trigger(item, Cause::TakenOver, Band::Resync, now);
    settle(item, now);
}

bool Schedule::expire(TimePoint now)
{
    if (m_closed)
        return false;
    lookAtLoops(now);
    if (m_places.pause().isOn() && m_places.pause().until() <= now) {
        m_places.pause().end();
        m_logbook.log(EventRecord::Kind::PauseEnded, {}, {}, now);
    }
    const bool isMore = m_places.expire(now, ExpiredAtOnce, [&](Item &item, Place place) {
        expired(item, place, now);
    });
    if (!isMore && m_resumed > 0)
        logResumed(now);
    return isMore;
}

void Schedule::expired(Item &item, Place place, TimePoint now)
{
    if (place == Place::PauseEnd) {
        if (m_resumed++ == 0)
            m_oneResumed = item.id();
        return resume(item, now);
    }
    m_counters.queued += place != Place::Slowed; // it was counted when it was asked for
    if (place == Place::BackOff)
        m_places.pushRetry(item, now);
    else if (place == Place::Slowed)
        m_places.push(item, item.band, now);
    else
        m_places.push(item, bandOf(causeOf(place)), now);
    settle(item, now);
}

void Schedule::logResumed(TimePoint now)
{
    if (m_resumed == 1)
        m_logbook.log(EventRecord::Kind::PauseEnded, m_oneResumed, {}, now);
    else
        m_logbook.log(EventRecord::Kind::PauseEnded, {}, Said::pausesEnded(m_resumed), now);
    m_resumed = 0;
}

void Schedule::tellLetGo(TimePoint now)
{
    if (const std::uint64_t number = m_beliefs.takeLetGo(); number > 0)
        m_logbook.log(EventRecord::Kind::LetGo, {}, Said::letGo(number), now);
}

void Schedule::settle(Item &item, TimePoint now)
{
    const ItemState state = stateOf(item);
    if (state != item.state) {
        --m_states[static_cast<std::size_t>(item.state)];
        ++m_states[static_cast<std::size_t>(state)];
        if (hasWords(item.state) != hasWords(state))
            notePieces();
        item.state = state;
        item.since = now;
        if (m_beliefs.hasLetAllGo())
            tellLetGo(now);
    }
    countGivenUp(item, item.warnedOf && runsByItself(state));
    m_changes.mark(item);
}

void Schedule::countGivenUp(Item &item, bool isGivenUp)
{
    if (isGivenUp)
        m_failures.count(item);
    if (isGivenUp == item.givenUp)
        return;
    if (!isGivenUp)
        m_failures.forget(item);
    isGivenUp ? ++m_givenUp : --m_givenUp;
    item.givenUp = isGivenUp;
    notePieces();
}

std::size_t Schedule::pieces() const
{
    return m_table.size() + m_givenUp + m_states[static_cast<std::size_t>(ItemState::BackOff)]
           + m_states[static_cast<std::size_t>(ItemState::Paused)];
}

void Schedule::notePieces()
{
    constexpr std::size_t Many = 5000;
    const std::size_t now = pieces();
    m_mostPieces = std::max(m_mostPieces, now);
    const std::size_t gone = m_mostPieces - now;
    m_hasShrunk = gone >= Many && gone >= m_mostPieces / 4;
}

void Schedule::retire(Item &item)
{
    m_beliefs.bury(item);
    drop(item);
}

void Schedule::erase(Item &item)
{
    m_beliefs.forget(item);
    drop(item);
}

void Schedule::drop(Item &item)
{
    m_places.takeOut(item); // it may wait for the end of a pause
    countGivenUp(item, false);
    --m_states[static_cast<std::size_t>(item.state)];
    m_changes.leave(item, m_table.size());
    m_logbook.forget(item);
    m_keptTexts.forget(item);
    m_loops.forget(item);
    m_table.erase(&item);
    m_logbook.setKnown(m_table.size());
    notePieces();
}

void Schedule::forgetPeak()
{
    m_mostPieces = pieces();
    m_hasShrunk = false;
}

} // namespace qontroller
