// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/queue/decide.h"

#include <algorithm>

namespace qontroller {

namespace {

Decision afterError(const AttemptFacts &facts, const RetryPolicy &policy, double jitter)
{
    const auto limit = static_cast<std::uint32_t>(policy.maxRetries);
    Decision decision;
    decision.errors = facts.free && facts.errors > 0 ? facts.errors
                                                     : std::min(facts.errors, limit) + 1;
    if (decision.errors > limit) {
        decision.next = Decision::Next::Fail;
        return decision;
    }
    constexpr Duration Longest = Duration::max() / 2; // room for the jitter
    const Duration delay = std::min(backOff(decision.errors, policy.base, policy.max), Longest);
    decision.next = Decision::Next::Delay;
    decision.kind = DelayKind::BackOff;
    decision.delay = delay + std::chrono::duration_cast<Duration>(0.1 * jitter * delay);
    return decision;
}

} // namespace

Decision decide(const Outcome &outcome, const AttemptFacts &facts, const RetryPolicy &policy,
                double jitter)
{
    switch (outcome.kind()) {
    case Outcome::Kind::Done:
        return {};
    case Outcome::Kind::RequeueAfter:
        return {Decision::Next::Delay, DelayKind::Requeue, outcome.delay(), 0};
    case Outcome::Kind::Wait:
    case Outcome::Kind::Shortage:
        return {Decision::Next::Delay, DelayKind::Wait, outcome.delay(), facts.errors};
    case Outcome::Kind::Park:
        return {Decision::Next::Park, {}, {}, 0}; // what was tried before it says nothing any more
    case Outcome::Kind::Retry:
        return afterError(facts, policy, jitter);
    }
    return {};
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

} // namespace qontroller
