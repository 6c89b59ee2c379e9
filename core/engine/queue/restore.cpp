// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/queue/restore.h"

#include <algorithm>

namespace qontroller {

namespace {

Existence believedStill(Existence existence)
{
    return existence == Existence::Deleted ? Existence::Missing : existence;
}

} // namespace

void Restore::add(const KnownItem &known, const Moment &at)
{
    if (m_schedule.isClosed() || m_schedule.find(known.id))
        return;
    Item &item = m_schedule.itemOf(known.id, at.now);
    m_schedule.takeKey(item, known.key);
    m_schedule.beliefs().restore(item, believedStill(known.existence), known.denied);
    if (item.existence == Existence::Held)
        item.hold = m_schedule.beliefs().holds().restore(known.hold);
    remember(item, known, at);
    if (known.paused)
        pause(item, known, at);
    plan(item, known, at);
    m_schedule.settle(item, at.now);
    if (known.since != WallTime{} && !isReady(item.place))
        item.since = at.pastOf(known.since);
}

void Restore::remember(Item &item, const KnownItem &known, const Moment &at)
{
    item.version = known.version;
    item.standing = known.standing;
    item.warnedOf = known.givenUp;
    item.band = known.band;
    item.errors = known.errors;
    item.runCauses = known.causes;
    item.lastRun = at.pastOf(known.lastRun);
    item.lastSuccess = at.pastOf(known.lastSuccess);
    if (known.firstSeen != WallTime{})
        item.firstSeen = m_schedule.sinceStart(at.pastOf(known.firstSeen));
    if (known.generation != 0) {
        m_schedule.logbook().setGeneration(item, {known.generation, known.observedGeneration});
    }
    m_schedule.keptTexts().set(item, known.keptText);
    if (known.text.empty() && known.lastError == WallTime{})
        return;
    ItemExtra &extra = item.needExtra();
    extra.text = m_schedule.logbook().share(known.text);
    extra.error = m_schedule.logbook().share(known.error);
    extra.lastError = at.pastOf(known.lastError);
}

void Restore::pause(Item &item, const KnownItem &known, const Moment &at)
{
    const bool ends = known.pausedUntil != WallTime{};
    const TimePoint until = ends ? at.timeToCome(known.pausedUntil, known.since) : TimePoint::max();
    m_schedule.pause(item, until, known.pauseReason, at.now);
    item.extra->pause = known.pause;
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
    const TimePoint due = at.timeToCome(known.nextRun, known.lastRun);
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
    m_schedule.beliefs().guard().goOn({wave.known, wave.gone, at.pastOf(wave.last)});
}

void Restore::end(TimePoint now)
{
    Beliefs &beliefs = m_schedule.beliefs();
    const std::size_t held = beliefs.count(Existence::Held);
    if (held == 0)
        return;
    beliefs.holds().endRestore({HeldList::Kind::Restored, now, held, held, 0, {}});
    m_schedule.logbook().log(EventRecord::Kind::Held, {}, Said::removalsRestored(held), now);
}

} // namespace qontroller
