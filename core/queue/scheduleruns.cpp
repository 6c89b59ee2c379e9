// SPDX-License-Identifier: LGPL-3.0-or-later
// Runs: from taking an item to what follows from its outcome.
#include "core/queue/schedule.h"

#include "core/queue/causes.h"

#include <algorithm>
#include <cassert>

namespace qontroller {

namespace {

bool isSuccess(const RunResult &result)
{
    const Outcome::Kind kind = result.outcome.kind();
    return (kind == Outcome::Kind::Done || kind == Outcome::Kind::RequeueAfter)
        && isHandled(result.ran);
}

/// Nobody knows then whether its storage was asked: a process that is away says it, too.
bool isPutOff(const Outcome &outcome)
{
    return outcome.kind() == Outcome::Kind::Wait || outcome.kind() == Outcome::Kind::Shortage;
}

/// A mere resync has nothing new to say about an object that has just failed.
bool outranksResync(const Decision &decision)
{
    if (decision.next == Decision::Next::Delay)
        return decision.kind == DelayKind::BackOff || decision.kind == DelayKind::Lock;
    return decision.next != Decision::Next::Forget;
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
    item->processing = true;
    item->spoken = false;
    item->worker = static_cast<std::int16_t>(worker);
    item->runCauses = item->causes();
    item->free = (item->runCauses & ChangeCauses) != 0;
    if (item->extra) {
        ItemExtra &extra = *item->extra;
        std::move(extra.tickets.begin(), extra.tickets.end(), std::back_inserter(extra.running));
        extra.tickets.clear();
        extra.progressDone = extra.progressTotal = 0;
    }
    ++m_running;
    ++m_counters.dequeued;
    const Duration waited = now - item->readyAt;
    item->readyAt = now;
    settle(*item, now);
    return {item, waited, isMoreDue};
}

void Schedule::finish(Item &item, RunResult result, TimePoint now)
{
    assert(item.processing);
    --m_running;
    item.processing = false;
    item.stuck = false;
    item.worker = -1;
    learn(item, result);
    apply(item, result, now);
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
    } else if (result.ran == Ran::Add && !isPutOff(result.outcome)) {
        const bool foundAgain = item.denied || (item.existence == Existence::Missing && !item.spoken);
        if (foundAgain && item.existence != Existence::Deleted)
            believe(item, Existence::Present);
        m_storageDenies = m_storageDenies && !item.denied;
        acquit(item);
    }
}

bool Schedule::mayRemove(Item &item, TimePoint now)
{
    const bool eventSaidSo = item.free && !item.denied; // something happened to it after the list
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

void Schedule::apply(Item &item, const RunResult &result, TimePoint now)
{
    countResult(result);
    const Decision decision = decisionFor(item, result);
    record(item, result, decision, now);
    finishTickets(item, result, now);
    applyDecision(item, decision, now);
    item.lastRun = now;
    item.ignored = result.ran == Ran::Nothing && result.outcome.kind() == Outcome::Kind::Done;
    if (isSuccess(result))
        item.lastSuccess = now;
    item.lockRefusals = result.ran == Ran::LockRefused
        ? static_cast<std::uint8_t>(std::min(item.lockRefusals + 1, 100)) : 0;
}

Decision Schedule::decisionFor(const Item &item, const RunResult &result)
{
    switch (result.ran) {
    case Ran::LockRefused:
        return {Decision::Next::Delay, DelayKind::Lock, lockBackOff(item.lockRefusals + 1U),
                item.errors};
    case Ran::LockLost:
        return {Decision::Next::Delay, DelayKind::Lock, lockBackOff(1), item.errors};
    case Ran::Held:
        return {Decision::Next::Forget, {}, {}, item.errors};
    case Ran::Add:
    case Ran::Remove:
    case Ran::Nothing:
        break;
    }
    const double spread = result.outcome.isError() ? jitter() : 0;
    return decide(result.outcome, {item.errors, item.free}, m_retryPolicy, spread);
}

void Schedule::applyDecision(Item &item, const Decision &decision, TimePoint now)
{
    item.errors = decision.errors;
    if (item.dirty && item.causes() == bit(Cause::Resync) && outranksResync(decision))
        item.dirty = false;
    if (item.dirty) // a fresh trigger supersedes whatever is planned
        return;
    switch (decision.next) {
    case Decision::Next::Forget:
        break;
    case Decision::Next::Park:
        item.parked = true;
        break;
    case Decision::Next::Fail:
        item.failed = true;
        break;
    case Decision::Next::Delay:
        place(item, decision, now);
        break;
    }
}

void Schedule::place(Item &item, const Decision &decision, TimePoint now)
{
    if (!mayRun(item, bit(causeOf(decision.kind)))) {
        item.failed = decision.kind == DelayKind::BackOff;
        return;
    }
    item.forgetReasons();
    item.addReason(causeOf(decision.kind), now);
    if (item.paused) { // its turn comes on resume
        item.dirty = true;
        item.band = bandOf(causeOf(decision.kind));
        return;
    }
    m_counters.retries += decision.kind == DelayKind::BackOff;
    delay(item, decision.kind, decision.delay, now);
}

void Schedule::countResult(const RunResult &result)
{
    ++m_counters.handled;
    if (result.ran == Ran::LockRefused) {
        ++m_counters.locksRefused;
        return;
    }
    ++m_counters.locksGranted;
    if (result.ran == Ran::LockLost) {
        ++m_counters.locksLost;
        return;
    }
    if (result.ran == Ran::Held) {
        ++m_counters.withheld;
        return;
    }
    m_counters.errors += result.outcome.isError();
    m_counters.panics += result.threw;
    switch (result.outcome.kind()) {
    case Outcome::Kind::Done:
    case Outcome::Kind::RequeueAfter:
        m_counters.added += result.ran == Ran::Add;
        m_counters.removed += result.ran == Ran::Remove;
        m_counters.ignored += result.ran == Ran::Nothing;
        m_counters.requeues += result.outcome.kind() == Outcome::Kind::RequeueAfter;
        break;
    case Outcome::Kind::Wait:
    case Outcome::Kind::Shortage:
        ++m_counters.waits;
        break;
    case Outcome::Kind::Park:
        ++m_counters.parkings;
        break;
    case Outcome::Kind::Retry:
        break;
    }
}

double Schedule::jitter()
{
    return std::uniform_real_distribution<double>(-1, 1)(m_random);
}

} // namespace qontroller
