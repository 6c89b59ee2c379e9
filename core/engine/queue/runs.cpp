// SPDX-License-Identifier: LGPL-3.0-or-later
// Runs: from taking an item to what follows from its outcome.
#include "core/engine/queue/runs.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace qontroller {

namespace {

/// A mere resync has nothing new to say about an object that has just failed.
bool outranksResync(const Decision &decision)
{
    return !supersedes(Cause::Resync, decision.place) || decision.standing == Standing::Failed
           || decision.standing == Standing::Parked;
}

} // namespace

Runs::Runs(Schedule &schedule, const ControllerOptions &options, std::uint64_t seed)
    : m_schedule(schedule)
    , m_retryPolicy{options.maxRetries, options.backoffBase, options.backoffMax}
    , m_random(static_cast<std::minstd_rand::result_type>(seed))
{}

Runs::Taken Runs::take(int worker, TimePoint now)
{
    const bool isMoreDue = m_schedule.expire(now);
    Item *item = next(now);
    if (!item)
        return {.isMoreDue = isMoreDue || m_schedule.places().takeable() > 0};
    claim(*item, worker);
    item->run = RunState::Running;
    if (item->extra) {
        ItemExtra &extra = *item->extra;
        extra.running = std::exchange(extra.tickets, {}); // those of the last run have ended
        extra.progressDone = extra.progressTotal = 0;
    }
    const Duration waited = ageOf(item->queueSince, now);
    item->queueSince = now;
    m_schedule.settle(*item, now);
    return {item, waited, isMoreDue};
}

void Runs::claim(Item &item, int worker)
{
    item.heardOf = item.lockFreed = false;
    item.worker = static_cast<std::int16_t>(worker);
    item.runCauses = item.causes();
    item.costsNoAttempt = (item.runCauses & ChangeCauses) != 0;
    m_schedule.places().beginRun();
    ++m_schedule.counters().dequeued;
}

void Runs::unclaim(Item &item)
{
    item.run = RunState::None;
    item.worker = -1;
    --m_schedule.counters().dequeued;
}

/// Null if there is none, or if too many have been handed over to look past them at once.
Item *Runs::next(TimePoint now)
{
    constexpr int Most = 500;
    for (int i = 0; i < Most && m_schedule.places().takeable() > 0; ++i) {
        Item &item = m_schedule.places().pop(now);
        if (m_schedule.owns(item.id()))
            return &item;
        m_schedule.handOver(item, now);
    }
    return nullptr;
}

void Runs::finish(Item &item, const RunResult &result, TimePoint now)
{
    assert(item.isRunning());
    if (!m_schedule.owns(item.id())) // no sweep may have come by
        m_schedule.handOver(item, now);
    const bool isShort = verdict(result) == Said::Kind::HostIsShort;
    m_schedule.places().endRun(isShort ? Places::RunEnd::Short : Places::RunEnd::Well, now);
    item.run = RunState::None;
    item.worker = -1;
    m_schedule.beliefs().endRun(item, result.ran, now);
    learn(item, result);
    count(result);
    const Decision decision = decisionFor(item, result);
    m_schedule.countRun(item, evidenceOf(item, result, now), now);
    m_schedule.logbook().record(item, result, decision, now);
    plan(item, decision, now);
    const bool nothingLeft = result.outcome.kind() == Outcome::Kind::Done && item.isAbsent()
                             && (result.ran == Ran::Remove || result.ran == Ran::Get);
    if (nothingLeft && !item.dirty)
        return m_schedule.retire(item);
    if (item.elsewhere)
        return m_schedule.handOver(item, now);
    m_schedule.counters().queued += item.dirty;
    m_schedule.runIfDirty(item, now);
    m_schedule.settle(item, now);
    item.trim();
}

/// What the storage has said in the run. Its source has the last word.
void Runs::learn(Item &item, const RunResult &result)
{
    Beliefs &beliefs = m_schedule.beliefs();
    if (result.ran == Ran::Remove && !item.heardOf) {
        beliefs.believe(item, Existence::Missing); // until the removal has succeeded
    } else if (result.ran == Ran::Add && !isPutOff(verdict(result))) {
        const bool wasMissing = item.existence == Existence::Missing && !item.heardOf;
        if (wasMissing || (item.denied && item.isWithheld()))
            beliefs.believe(item, Existence::Present);
        beliefs.found(item);
    }
    const bool isRemoved = result.ran == Ran::Remove
                           && result.outcome.kind() == Outcome::Kind::Done;
    item.made = (item.made && !isRemoved) || (result.ran == Ran::Add && !isPutOff(verdict(result)));
}

bool Runs::mayRemove(Item &item, TimePoint now)
{
    Beliefs &beliefs = m_schedule.beliefs();
    const std::uint64_t before = beliefs.holds().begun();
    if (beliefs.mayRemove(item, now))
        return true;
    if (item.isWithheld())
        return false;
    if (beliefs.holds().begun() != before)
        m_schedule.logbook().log(EventRecord::Kind::Held, {}, Said::Kind::StorageDenies, now);
    m_schedule.hold(item, now);
    return false;
}

void Runs::holdBack(Duration wait, std::string why, TimePoint now)
{
    m_schedule.places().holdBack().begin(wait, std::move(why), now);
}

void Runs::letGo()
{
    m_schedule.places().holdBack().end();
}

void Runs::markStuck(Item &item, TimePoint now)
{
    item.run = RunState::Stuck;
    m_schedule.logbook().log(EventRecord::Kind::Stuck, item.id(),
                             {Said::Kind::AskedToStop, now - item.queueSince}, now);
    m_schedule.settle(item, now);
}

void Runs::log(EventRecord::Kind kind, std::string_view id, Said said, TimePoint now)
{
    m_schedule.logbook().log(kind, id, std::move(said), now);
}

void Runs::notice(const Item &item, std::string kind, std::string text, TimePoint now)
{
    m_schedule.logbook().notice(item.id(), std::move(kind), std::move(text), now);
}

void Runs::setProgress(Item &item, std::uint64_t done, std::uint64_t total)
{
    item.needExtra().progressDone = done;
    item.extra->progressTotal = total;
    m_schedule.changes().mark(item);
}

void Runs::keep(Item &item, KeptText text)
{
    m_schedule.keptTexts().set(item, std::move(text));
    m_schedule.changes().mark(item);
}

Decision Runs::decisionFor(const Item &item, const RunResult &result)
{
    const bool draws = isHandled(result.ran) && result.outcome.isError();
    const double jitter = draws ? std::uniform_real_distribution<double>(-1, 1)(m_random) : 0;
    return decide(result, {item.errors, item.costsNoAttempt, item.lockRefusals}, m_retryPolicy,
                  jitter);
}

Duration Runs::waitOf(const Item &item, const Decision &decision)
{
    if (decision.place == Place::Lock && item.lockFreed)
        return std::min(decision.delay, lockRest(item.lockRefusals));
    const bool isByHandler = decision.place == Place::Requeue || decision.place == Place::Wait;
    return isByHandler && item.looping ? std::max(decision.delay, Loops::Rest) : decision.delay;
}

Evidence Runs::evidenceOf(Item &item, const RunResult &result, TimePoint now)
{
    const std::uint64_t before = m_schedule.logbook().generationOf(item).asked;
    const bool counts = result.generation != 0 && before != 0;
    if (counts && result.generation != before)
        m_schedule.noteChange(item, now);
    const bool isTold = !item.unversioned && item.version != 0;
    return counts || isTold ? Evidence::Unchanged : Evidence::None;
}

/// Puts \a decision into effect. A fresh trigger supersedes whatever would be planned.
void Runs::plan(Item &item, const Decision &decision, TimePoint now)
{
    item.errors = decision.errors;
    if (item.dirty && item.causes() == bit(Cause::Resync) && outranksResync(decision))
        item.dirty = false;
    item.standing = decision.standing;
    if (item.dirty)
        item.reopen();
    if (item.dirty || decision.place == Place::Nowhere)
        return;
    const Cause cause = causeOf(decision.place);
    if (!mayRun(item, bit(cause))) {
        item.standing = decision.place == Place::BackOff ? Standing::Failed : decision.standing;
        return;
    }
    item.forgetReasons();
    item.addReason(cause, now);
    if (item.paused) { // its turn comes on resume
        item.dirty = true;
        item.band = bandOf(cause);
        return;
    }
    m_schedule.counters().retries += decision.place == Place::BackOff;
    m_schedule.places().delay(item, decision.place, waitOf(item, decision), now);
}

void Runs::lockFreed(std::string_view id, TimePoint now)
{
    Item *item = m_schedule.find(id);
    if (!item)
        return;
    item->lockFreed = item->isRunning(); // refused at this moment, it is said in between
    if (item->place != Place::Lock)
        return;
    const TimePoint may = later(item->lastRun, lockRest(item->lockRefusals));
    if (may <= now)
        return m_schedule.trigger(*item, Cause::Lock, bandOf(Cause::Lock), now);
    if (may >= item->due)
        return;
    m_schedule.places().takeOut(*item);
    m_schedule.places().delay(*item, Place::Lock, may - now, now);
    m_schedule.settle(*item, now);
}

void Runs::count(const RunResult &result)
{
    Counters &counters = m_schedule.counters();
    ++counters.handled;
    counters.locksGranted += result.ran != Ran::LockRefused && result.ran != Ran::LockAway
                             && result.ran != Ran::LockFailed;
    if (isHandled(result.ran)) {
        counters.errors += result.outcome.isError();
        counters.panics += result.threw;
    }
    switch (verdict(result)) {
    case Said::Kind::LockRefused: ++counters.locksRefused; break;
    case Said::Kind::LockServiceAway: ++counters.locksAway; break;
    case Said::Kind::LockLost: ++counters.locksLost; break;
    case Said::Kind::Withheld: ++counters.withheld; break;
    case Said::Kind::OwnedElsewhere: ++counters.disowned; break;
    case Said::Kind::WaitsFor:
    case Said::Kind::HostIsShort: ++counters.waits; break;
    case Said::Kind::Parked: ++counters.parkings; break;
    case Said::Kind::Failed: break;
    default: // a success
        counters.added += result.ran == Ran::Add;
        counters.removed += result.ran == Ran::Remove;
        counters.ignored += result.ran == Ran::Get;
        counters.requeues += result.outcome.kind() == Outcome::Kind::RequeueAfter;
    }
}

} // namespace qontroller
