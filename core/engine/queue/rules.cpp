// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/queue/rules.h"

#include <algorithm>

namespace qontroller {

AttemptCause attemptCauseOf(std::uint16_t causes)
{
    const auto isAmong = [causes](auto... each) { return (causes & (bit(each) | ...)) != 0; };
    return isAmong(Cause::Operator) ? AttemptCause::ByHand
           : isAmong(Cause::Modified, Cause::Deleted, Cause::Missing, Cause::Owner, Cause::Handler)
               ? AttemptCause::Changed
           : isAmong(Cause::Added, Cause::Listed, Cause::TakenOver) ? AttemptCause::New
           : isAmong(Cause::Retry, Cause::Requeue, Cause::Lock)     ? AttemptCause::Retry
                                                                    : AttemptCause::Resync;
}

Band bandOf(Cause cause)
{
    switch (cause) {
    case Cause::Operator: return Band::Operator;
    case Cause::Added:
    case Cause::Modified:
    case Cause::Deleted:
    case Cause::Owner:
    case Cause::Handler: return Band::Event;
    case Cause::Retry:
    case Cause::Requeue:
    case Cause::Lock: return Band::Retry;
    case Cause::Listed:
    case Cause::Missing:
    case Cause::TakenOver:
    case Cause::Resync: break;
    }
    return Band::Resync;
}

Place placeOf(NextRun next)
{
    switch (next) {
    case NextRun::BackOff:
    case NextRun::RetryLimit: return Place::BackOff;
    case NextRun::Requeue: return Place::Requeue;
    case NextRun::Wait: return Place::Wait;
    case NextRun::Lock: return Place::Lock;
    case NextRun::None:
    case NextRun::Worker: break;
    }
    return Place::Nowhere;
}

Cause causeOf(Place delay)
{
    return delay == Place::BackOff ? Cause::Retry
           : delay == Place::Lock  ? Cause::Lock
                                   : Cause::Requeue;
}

Duration weightOf(std::uint16_t causes, Evidence evidence)
{
    constexpr Duration Minute = std::chrono::milliseconds(MostUnrest);
    const auto isAmong = [causes](auto... each) { return (causes & (bit(each) | ...)) != 0; };
    if (isAmong(Cause::Operator))
        return {};
    if (isAmong(Cause::Added, Cause::Modified, Cause::Deleted, Cause::Handler))
        return evidence == Evidence::Unchanged ? Minute / 20 : Minute / 300;
    return isAmong(Cause::Owner, Cause::Requeue) ? Minute / 1000 : Duration();
}

std::uint16_t unrestAfter(std::uint16_t before, Duration passed, Duration weight)
{
    constexpr std::chrono::milliseconds Most(UINT16_MAX);
    const auto gone = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::clamp<Duration>(passed, Duration::zero(), Most));
    const auto left = std::max(std::chrono::milliseconds(before) - gone,
                               std::chrono::milliseconds::zero());
    const auto after = left + std::chrono::duration_cast<std::chrono::milliseconds>(weight);
    return static_cast<std::uint16_t>(std::min(after, Most).count());
}

Said::Kind verdict(const RunResult &result)
{
    switch (result.ran) {
    case Ran::LockRefused: return Said::Kind::LockRefused;
    case Ran::LockAway: return Said::Kind::LockServiceAway;
    case Ran::LockLost: return Said::Kind::LockLost;
    case Ran::Held: return Said::Kind::Withheld;
    case Ran::Disowned: return Said::Kind::OwnedElsewhere;
    case Ran::Add:
    case Ran::Remove:
    case Ran::Get:
    case Ran::LockFailed: break;
    }
    switch (result.outcome.kind()) {
    case Outcome::Kind::Done: break;
    case Outcome::Kind::RequeueAfter: return Said::Kind::DoneForNow;
    case Outcome::Kind::Wait: return Said::Kind::WaitsFor;
    case Outcome::Kind::Shortage: return Said::Kind::HostIsShort;
    case Outcome::Kind::Retry: return Said::Kind::Failed;
    case Outcome::Kind::Park: return Said::Kind::Parked;
    }
    return result.ran == Ran::Get      ? Said::Kind::Ignored
           : result.ran == Ran::Remove ? Said::Kind::Removed
                                       : Said::Kind::Done;
}

namespace {

/// Failed attempts with the one that has just ended: one that an event asked for costs none.
std::uint32_t errorsWith(const AttemptFacts &facts)
{
    return facts.costsNoAttempt && facts.errors > 0 ? facts.errors : facts.errors + 1;
}

Decision afterError(const AttemptFacts &facts, const RetryPolicy &policy, double jitter)
{
    const auto limit = static_cast<std::uint32_t>(policy.maxRetries);
    const std::uint32_t errors = std::min(errorsWith(facts), limit + 1);
    if (errors > limit)
        return {.standing = Standing::Failed, .errors = errors};
    constexpr Duration Longest = Duration::max() / 2; // room for the jitter
    const Duration delay = std::min(backOff(errors, policy.base, policy.max), Longest);
    const auto spread = std::chrono::duration_cast<Duration>(0.1 * jitter * delay);
    return {.place = Place::BackOff, .delay = delay + spread, .errors = errors};
}

} // namespace

Decision decide(const RunResult &result, const AttemptFacts &facts, const RetryPolicy &policy,
                double jitter)
{
    const Duration delay = result.outcome.delay();
    switch (verdict(result)) {
    case Said::Kind::Ignored: return {.standing = Standing::Ignored};
    case Said::Kind::DoneForNow: return {.place = Place::Requeue, .delay = delay};
    case Said::Kind::WaitsFor:
    case Said::Kind::HostIsShort:
        return {.place = Place::Wait, .delay = delay, .errors = facts.errors};
    case Said::Kind::Failed: return afterError(facts, policy, jitter);
    case Said::Kind::Parked: // the count is for display: see Item::reopen()
        return {.standing = Standing::Parked, .errors = errorsWith(facts)};
    case Said::Kind::LockRefused:
        return {.place = Place::Lock,
                .delay = delay > Duration::zero() ? lockRetryAfter(delay)
                                                  : lockBackOff(facts.lockRefusals + 1),
                .errors = facts.errors};
    case Said::Kind::LockServiceAway:
        return {.place = Place::Lock, .delay = delay, .errors = facts.errors};
    case Said::Kind::LockLost:
        return {.place = Place::Lock,
                .delay = lockBackOff(facts.lockRefusals + 1),
                .errors = facts.errors};
    case Said::Kind::Withheld:
    case Said::Kind::OwnedElsewhere: return {.errors = facts.errors};
    default: return {}; // done, or removed
    }
}

Duration backOff(std::uint32_t errors, Duration base, Duration max)
{
    constexpr std::uint32_t MostDoublings = 62;
    const std::uint32_t doublings = std::min(errors - 1, MostDoublings);
    if (base.count() > max.count() >> doublings)
        return max;
    return Duration(base.count() << doublings);
}

Duration lockBackOff(unsigned refusals)
{
    return backOff(std::max(refusals, 1U), std::chrono::milliseconds(100), std::chrono::seconds(5));
}

Duration lockRetryAfter(Duration held)
{
    return std::clamp<Duration>(held, std::chrono::milliseconds(10), std::chrono::hours(1));
}

Duration lockRest(unsigned refusals)
{
    return refusals < 2 ? Duration() : lockBackOff(refusals) / 10;
}

Duration leaseMargin(Duration left)
{
    constexpr Duration Least = std::chrono::milliseconds(100);
    constexpr Duration Most = std::chrono::seconds(10);
    if (left <= Duration::zero())
        return Duration::zero();
    return std::min({std::max(left / 10, Least), left / 2, Most});
}

NextRun nextRunOf(const Item &item)
{
    if (item.dirty)
        return NextRun::Worker;
    switch (item.place) {
    case Place::Ready:
    case Place::ReadyLast:
    case Place::Slowed: return NextRun::Worker;
    case Place::ReadyRetry: return NextRun::RetryLimit;
    case Place::BackOff: return NextRun::BackOff;
    case Place::Requeue: return NextRun::Requeue;
    case Place::Wait: return NextRun::Wait;
    case Place::Lock: return NextRun::Lock;
    case Place::Nowhere:
    case Place::PauseEnd: break;
    }
    return NextRun::None;
}

ItemState stateOf(const Item &item)
{
    if (item.isRunning())
        return item.isStuck() ? ItemState::Stuck : ItemState::Running;
    if (item.place == Place::Ready || item.place == Place::ReadyLast)
        return ItemState::Waiting;
    if (item.place == Place::ReadyRetry)
        return ItemState::BackOff;
    if (item.elsewhere)
        return ItemState::Elsewhere;
    if (item.existence == Existence::Held) // a pause must not hide that an operator has to decide
        return ItemState::Held;
    if (item.paused)
        return ItemState::Paused;
    switch (item.place) {
    case Place::BackOff: return ItemState::BackOff;
    case Place::Lock: return ItemState::WaitingForLock;
    case Place::Slowed:
    case Place::Wait: return ItemState::Waiting;
    case Place::Requeue: return item.isAbsent() ? ItemState::Waiting : ItemState::InSync;
    default: break;
    }
    switch (item.standing) {
    case Standing::InSync: break;
    case Standing::Ignored: return ItemState::Ignored;
    case Standing::Failed: return ItemState::Failed;
    case Standing::Parked: return ItemState::Parked;
    }
    return ItemState::InSync;
}

} // namespace qontroller
