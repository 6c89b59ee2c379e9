// SPDX-License-Identifier: LGPL-3.0-or-later
// Runs: from taking an item to what follows from its outcome.
#include "core/queue/schedule.h"

#include <algorithm>
#include <cassert>

namespace qontroller {

namespace {

/// A mere resync has nothing new to say about an object that has just failed.
bool outranksResync(const Decision &decision)
{
    return !supersedes(Cause::Resync, decision.place) || decision.standing == Standing::Failed
           || decision.standing == Standing::Parked;
}

} // namespace

Schedule::Taken Schedule::take(int worker, TimePoint now)
{
    const bool isMoreDue = expire(now);
    if (takeable() == 0)
        return {.isMoreDue = isMoreDue};
    const std::size_t retries = m_ready.retries();
    Item *item = m_ready.pop(now, m_retries);
    if (m_ready.retries() < retries) {
        m_bucket.take();
        limitRetries(now);
    }
    m_holdBack.started(now);
    item->run = RunState::Running;
    item->spoken = item->lockFreed = false;
    item->worker = static_cast<std::int16_t>(worker);
    item->runCauses = item->causes();
    item->costsNoAttempt = (item->runCauses & ChangeCauses) != 0;
    if (item->extra) {
        ItemExtra &extra = *item->extra;
        std::move(extra.tickets.begin(), extra.tickets.end(), std::back_inserter(extra.running));
        extra.tickets.clear();
        extra.progressDone = extra.progressTotal = 0;
    }
    ++m_running;
    ++m_counters.dequeued;
    const Duration waited = now - item->queueSince;
    item->queueSince = now;
    settle(*item, now);
    return {item, waited, isMoreDue};
}

void Schedule::finish(Item &item, RunResult result, TimePoint now)
{
    assert(item.isRunning());
    --m_running;
    item.run = RunState::None;
    item.worker = -1;
    learn(item, result);
    count(result);
    const Decision decision = decisionFor(item, result);
    record(item, result, decision, now);
    plan(item, decision, now);
    const bool nothingLeft = result.outcome.kind() == Outcome::Kind::Done
        && (result.ran == Ran::Remove || (result.ran == Ran::Nothing && item.isAbsent()));
    if (nothingLeft && !item.dirty)
        return retire(item);
    m_counters.queued += item.dirty;
    if (item.dirty && !item.paused) {
        item.dirty = false;
        takeOut(item);
        m_ready.push(item, item.band, now);
    }
    item.trim();
    settle(item, now);
}

/// What the storage has said in the run. Its source has the last word.
void Schedule::learn(Item &item, const RunResult &result)
{
    if (result.ran == Ran::Remove && !item.spoken) {
        believe(item, Existence::Missing); // until the removal has succeeded
    } else if (result.ran == Ran::Add && !isPutOff(verdict(result))) {
        const bool wasMissing = item.existence == Existence::Missing && !item.spoken;
        if (wasMissing || (item.denied && item.isWithheld()))
            believe(item, Existence::Present);
        m_storageDenies = m_storageDenies && !item.denied;
        acquit(item);
    }
}

bool Schedule::mayRemove(Item &item, TimePoint now)
{
    const bool eventSaidSo = item.costsNoAttempt
                             && !item.denied; // something happened to it after the list
    const bool isTold = item.isAbsent() || eventSaidSo
        || (item.runCauses & bit(Cause::Operator)) != 0;
    if (isTold || !m_guarded || item.listNumber == 0)
        return true;
    m_denied += !item.denied;
    item.denied = true;
    const Presence presence{count(Existence::Present) + count(Existence::Held) + m_deniedRemoved,
                            m_denied + m_deniedRemoved};
    if (!item.isWithheld() && !isMassDeletion(presence))
        return true;
    m_storageDenies = true;
    if (item.isWithheld())
        return false;
    if (count(Existence::Held) == 0)
        log(EventRecord::Kind::Held, {}, Said::Kind::StorageDenies, now);
    m_held = {now, presence.present, presence.missing};
    hold(item, now);
    return false;
}

Decision Schedule::decisionFor(const Item &item, const RunResult &result)
{
    const bool draws = isHandled(result.ran) && result.outcome.isError();
    const double jitter = draws ? std::uniform_real_distribution<double>(-1, 1)(m_random) : 0;
    return decide(result, {item.errors, item.costsNoAttempt, item.lockRefusals}, m_retryPolicy,
                  jitter);
}

/// Puts \a decision into effect. A fresh trigger supersedes whatever would be planned.
void Schedule::plan(Item &item, const Decision &decision, TimePoint now)
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
    m_counters.retries += decision.place == Place::BackOff;
    const bool atOnce = decision.place == Place::Lock && item.lockFreed;
    delay(item, decision.place, atOnce ? Duration::zero() : decision.delay, now);
}

void Schedule::lockFreed(std::string_view id, TimePoint now)
{
    Item *item = m_table.find(id);
    if (!item || item->isTombstone())
        return;
    item->lockFreed = item->isRunning(); // refused at this moment, it is said in between
    if (item->place == Place::Lock)
        trigger(*item, Cause::Lock, bandOf(Cause::Lock), now);
}

void Schedule::count(const RunResult &result)
{
    ++m_counters.handled;
    m_counters.locksGranted += result.ran != Ran::LockRefused && result.ran != Ran::LockAway;
    if (isHandled(result.ran)) {
        m_counters.errors += result.outcome.isError();
        m_counters.panics += result.threw;
    }
    switch (verdict(result)) {
    case Said::Kind::LockRefused: ++m_counters.locksRefused; break;
    case Said::Kind::LockServiceAway: ++m_counters.locksAway; break;
    case Said::Kind::LockLost: ++m_counters.locksLost; break;
    case Said::Kind::Withheld: ++m_counters.withheld; break;
    case Said::Kind::WaitsFor:
    case Said::Kind::HostIsShort: ++m_counters.waits; break;
    case Said::Kind::Parked: ++m_counters.parkings; break;
    case Said::Kind::Failed: break;
    default: // a success
        m_counters.added += result.ran == Ran::Add;
        m_counters.removed += result.ran == Ran::Remove;
        m_counters.ignored += result.ran == Ran::Nothing;
        m_counters.requeues += result.outcome.kind() == Outcome::Kind::RequeueAfter;
    }
}

} // namespace qontroller
