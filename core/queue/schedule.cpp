// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/queue/schedule.h"

#include <algorithm>
#include <cassert>

namespace qontroller {

namespace {

constexpr std::uint16_t bit(Cause cause)
{
    return static_cast<std::uint16_t>(1U << static_cast<unsigned>(cause));
}

constexpr std::uint16_t ChangeCauses = bit(Cause::Added) | bit(Cause::Modified)
    | bit(Cause::Deleted) | bit(Cause::Missing) | bit(Cause::Owner) | bit(Cause::Operator);

/// The object is not what it was, or a person wants it: parked items run again,
/// and a run costs no attempt.
constexpr bool meansChange(Cause cause)
{
    return (bit(cause) & ChangeCauses) != 0;
}

constexpr Band bandOf(Cause cause)
{
    switch (cause) {
    case Cause::Operator:
        return Band::Operator;
    case Cause::Added:
    case Cause::Modified:
    case Cause::Deleted:
    case Cause::Owner:
        return Band::Event;
    case Cause::Retry:
    case Cause::Requeue:
    case Cause::Lock:
        return Band::Retry;
    case Cause::Listed:
    case Cause::Missing:
    case Cause::Resync:
        break;
    }
    return Band::Resync;
}

constexpr Cause causeOf(DelayKind kind)
{
    switch (kind) {
    case DelayKind::BackOff: return Cause::Retry;
    case DelayKind::Lock: return Cause::Lock;
    case DelayKind::Requeue:
    case DelayKind::Wait:
    case DelayKind::PauseExpiry: break;
    }
    return Cause::Requeue;
}

/// A mere resync has nothing new to say: it does not cut a back-off short.
bool supersedes(Cause cause, DelayKind delay)
{
    return cause != Cause::Resync || (delay != DelayKind::BackOff && delay != DelayKind::Lock);
}

ItemState stateOf(const Item &item)
{
    if (item.processing)
        return item.stuck ? ItemState::Stuck : ItemState::Running;
    if (item.paused)
        return ItemState::Paused;
    if (item.place == Place::Ready)
        return ItemState::Waiting;
    if (item.held)
        return ItemState::Held;
    if (item.place == Place::Delayed) {
        switch (item.delayKind) {
        case DelayKind::BackOff: return ItemState::BackOff;
        case DelayKind::Lock: return ItemState::WaitingForLock;
        case DelayKind::Wait: return ItemState::Waiting;
        case DelayKind::Requeue:
        case DelayKind::PauseExpiry: return ItemState::InSync;
        }
    }
    if (item.parked)
        return ItemState::Parked;
    if (item.failed)
        return ItemState::Failed;
    return item.ignored ? ItemState::Ignored : ItemState::InSync;
}

} // namespace

Schedule::Schedule(const ControllerOptions &options, TimePoint start, std::uint64_t seed)
    : m_ready(options.priorities ? Priorities::Banded : Priorities::Fifo, options.ageing)
    , m_wheel(start)
    , m_bucket(options.retryRate, options.retryBurst)
    , m_retryPolicy{options.maxRetries, options.backoffBase, options.backoffMax}
    , m_random(static_cast<std::minstd_rand::result_type>(seed))
    , m_start(start)
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
    if (item.isPending() || item.processing || item.paused || item.parked)
        return trigger(item, Cause::Requeue, bandOf(Cause::Requeue), now);
    if (item.place == Place::Delayed) {
        if (item.due <= now + wait)
            return;
        m_wheel.remove(item);
    } else {
        item.forgetReasons();
    }
    item.addReason(Cause::Requeue, now);
    item.failed = false;
    delay(item, DelayKind::Requeue, wait, now);
    settle(item, now);
}

Item &Schedule::itemOf(std::string_view id, TimePoint now)
{
    const auto [item, isNew] = m_table.findOrCreate(id);
    if (isNew || item->tombstone) {
        m_tombstones -= item->tombstone;
        item->tombstone = false;
        item->absent = false;
        item->key = ++m_lastKey;
        item->eventListNumber = m_listNumber; // a list under way may have missed it
        item->firstSeen = static_cast<std::uint32_t>((now - m_start) / std::chrono::seconds(1));
        item->since = now;
        item->state = ItemState::InSync;
        ++m_states[static_cast<std::size_t>(item->state)];
    }
    return *item;
}

void Schedule::trigger(Item &item, Cause cause, Band band, TimePoint now)
{
    if (m_closed)
        return;
    ++m_counters.triggers;
    if (item.parked && !meansChange(cause))
        return;
    if (!item.isPending() && item.place != Place::Delayed)
        item.forgetReasons();
    item.addReason(cause, now);
    item.parked = false;
    item.failed = false;

    if (item.processing || item.paused) {
        item.band = item.dirty ? std::min(item.band, band) : band;
        m_counters.queued += !item.dirty;
        item.dirty = true;
    } else if (item.place == Place::Ready) {
        m_ready.raise(item, band, now);
    } else if (item.place == Place::Nowhere || supersedes(cause, item.delayKind)) {
        takeOut(item);
        ++m_counters.queued;
        enqueue(item, band, now);
    }
    settle(item, now);
}

void Schedule::enqueue(Item &item, Band band, TimePoint now)
{
    m_ready.push(item, band, now);
}

void Schedule::delay(Item &item, DelayKind kind, Duration wait, TimePoint now)
{
    // What somebody asks of a source far away must not run over the clock.
    constexpr Duration Longest = std::chrono::hours(24 * 3650);
    item.due = now + std::clamp(wait, Duration::zero(), Longest);
    item.delayKind = kind;
    m_wheel.add(item);
}

void Schedule::takeOut(Item &item)
{
    if (item.place == Place::Ready)
        m_ready.remove(item);
    else if (item.place == Place::Delayed)
        m_wheel.remove(item);
}

void Schedule::expire(TimePoint now)
{
    if (m_closed)
        return;
    if (isPaused() && m_pausedUntil <= now)
        resume();
    m_wheel.expire(now, [this, now](Item &item) {
        if (item.delayKind == DelayKind::PauseExpiry)
            return resumeItem(item, now);
        ++m_counters.queued;
        enqueue(item, bandOf(causeOf(item.delayKind)), now);
        settle(item, now);
    });
}

TimePoint Schedule::nextDue() const
{
    return isPaused() ? std::min(m_wheel.nextDue(), m_pausedUntil) : m_wheel.nextDue();
}

std::size_t Schedule::takeable() const
{
    return m_gateOpen && !isPaused() ? m_ready.size() : 0;
}

Schedule::Taken Schedule::take(int worker, TimePoint now)
{
    expire(now);
    if (takeable() == 0)
        return {};
    Item *item = m_ready.pop(now);
    item->processing = true;
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
    return {item, waited};
}

void Schedule::finish(Item &item, RunResult result, TimePoint now)
{
    assert(item.processing);
    --m_running;
    item.processing = false;
    item.stuck = false;
    item.worker = -1;
    apply(item, result, now);
    if (result.ran == Ran::Remove && !item.dirty)
        item.absent = true; // the storage may have said so: the removal is owed until it succeeds

    const bool cleanedUp = result.ran == Ran::Remove && result.outcome.kind() == Outcome::Kind::Done;
    if (cleanedUp && !item.dirty)
        return retire(item);
    if (item.dirty && !item.paused) {
        item.dirty = false;
        takeOut(item);
        enqueue(item, item.band, now);
    }
    settle(item, now);
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
    if (!result.outcome.isError() && result.ran != Ran::LockRefused && result.ran != Ran::LockLost)
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
    item.forgetReasons();
    item.addReason(causeOf(decision.kind), now);
    if (item.paused) { // its turn comes on resume
        ++m_counters.queued;
        item.dirty = true;
        item.band = bandOf(causeOf(decision.kind));
        return;
    }
    Duration wait = decision.delay;
    if (decision.kind == DelayKind::BackOff) {
        wait = std::max(wait, m_bucket.reserve(now));
        ++m_counters.retries;
    }
    delay(item, decision.kind, wait, now);
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
    const bool listMayShowIt = m_listing && item.eventListNumber == m_listNumber;
    if (!listMayShowIt)
        return erase(item);
    takeOut(item); // it may wait for the end of a pause
    --m_states[static_cast<std::size_t>(item.state)];
    m_changes.forget(item);
    item.tombstone = true;
    item.absent = true;
    item.failed = item.ignored = item.held = item.refused = item.paused = false;
    item.errors = 0;
    item.extra.reset();
    ++m_tombstones;
}

void Schedule::erase(Item &item)
{
    takeOut(item);
    if (item.tombstone) {
        --m_tombstones;
    } else {
        --m_states[static_cast<std::size_t>(item.state)];
        m_changes.forget(item);
    }
    m_table.erase(&item);
}

} // namespace qontroller
