// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/queue/restore.h"

#include <algorithm>

namespace qontroller {

namespace {

Existence believedStill(Existence existence)
{
    return existence == Existence::Deleted ? Existence::Missing : existence;
}

/// When it is \a time, which was set \a since. Where the calendar has gone back since, as on a
/// machine that starts without a battery for its clock, it is no longer until then than it was.
TimePoint timeToCome(WallTime time, WallTime since, const Moment &at)
{
    return at.wall < since ? later(at.now, time - since) : at.timeOf(time);
}

/// A time that has been: a calendar that has gone back since puts none into the future.
TimePoint pastOf(WallTime time, const Moment &at)
{
    return std::min(at.timeOf(time), at.now);
}

} // namespace

void Restore::add(const KnownItem &known, const Moment &at)
{
    if (m_schedule.isClosed() || m_schedule.find(known.id))
        return;
    Item &item = m_schedule.itemOf(known.id, at.now);
    m_schedule.takeKey(item, known.key);
    m_schedule.beliefs().restore(item, believedStill(known.existence), known.denied);
    remember(item, known, at);
    if (known.paused)
        pause(item, known, at);
    plan(item, known, at);
    m_schedule.settle(item, at.now);
    if (known.since != WallTime{} && !isReady(item.place))
        item.since = pastOf(known.since, at);
}

void Restore::remember(Item &item, const KnownItem &known, const Moment &at)
{
    item.version = known.version;
    item.standing = known.standing;
    item.warnedOf = known.givenUp;
    item.band = known.band;
    item.errors = known.errors;
    item.runCauses = known.causes;
    item.lastRun = pastOf(known.lastRun, at);
    item.lastSuccess = pastOf(known.lastSuccess, at);
    if (known.firstSeen != WallTime{})
        item.firstSeen = m_schedule.sinceStart(pastOf(known.firstSeen, at));
    if (known.generation != 0) {
        m_schedule.logbook().setGeneration(item, {known.generation, known.observedGeneration});
    }
    m_schedule.keptTexts().set(item, known.keptText);
    if (known.text.empty() && known.lastError == WallTime{})
        return;
    ItemExtra &extra = item.needExtra();
    extra.text = m_schedule.logbook().share(known.text);
    extra.error = m_schedule.logbook().share(known.error);
    extra.lastError = pastOf(known.lastError, at);
}

void Restore::pause(Item &item, const KnownItem &known, const Moment &at)
{
    const bool ends = known.pausedUntil != WallTime{};
    const TimePoint until = ends ? timeToCome(known.pausedUntil, known.since, at)
                                 : TimePoint::max();
    m_schedule.pause(item, until, known.pauseReason, at.now);
}

void Restore::plan(Item &item, const KnownItem &known, const Moment &at)
{
    if (known.next == NextRun::None || !mayRun(item, known.causes))
        return;
    item.reopen();
    for (int cause = 0; cause < CauseCount; ++cause) {
        if ((known.causes & bit(static_cast<Cause>(cause))) != 0)
            item.addReason(static_cast<Cause>(cause), at.now);
    }
    const Place place = placeOf(known.next);
    const TimePoint due = timeToCome(known.nextRun, known.lastRun, at);
    if (place == Place::Nowhere || item.paused) {
        item.dirty = true;
        ++m_schedule.counters().queued;
        m_schedule.runIfDirty(item, at.now);
    } else if (due > at.now) {
        m_schedule.places().delay(item, place, due - at.now, at.now);
    } else {
        item.due = due;
        m_schedule.expired(item, place, at.now);
    }
}

void Restore::goOn(const KnownWave &wave, const Moment &at)
{
    m_schedule.beliefs().guard().goOn({wave.known, wave.gone, pastOf(wave.last, at)});
}

void Restore::end(TimePoint now)
{
    Beliefs &beliefs = m_schedule.beliefs();
    const std::size_t held = beliefs.count(Existence::Held);
    if (held == 0)
        return;
    beliefs.holds().begin({HeldList::Kind::Restored, now, held, held, 0, {}});
    m_schedule.logbook().log(EventRecord::Kind::Held, {}, Said::removalsRestored(held), now);
}

} // namespace qontroller
