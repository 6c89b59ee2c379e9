// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/api/outcome.h"
#include "core/queue/item.h"

namespace qontroller {

/// What retries follow. Part of ControllerOptions; see there.
struct RetryPolicy
{
    int maxRetries;
    Duration base;
    Duration max;
};

/// What the decision needs to know of an item.
struct AttemptFacts
{
    std::uint32_t errors = 0; ///< failed attempts before this one
    bool free = false;        ///< an event asked for the run: a failure does not count
};

/// What happens to an item after an attempt.
struct Decision
{
    enum class Next : std::uint8_t {
        Forget, ///< nothing is planned
        Delay,
        Park,
        Fail, ///< retries are used up
    };
    Next next = Next::Forget;
    DelayKind kind = DelayKind::BackOff; ///< with Delay
    Duration delay{};                    ///< with Delay
    std::uint32_t errors = 0;            ///< failed attempts from now on

    friend bool operator==(const Decision &, const Decision &) = default;
};

/// The one place that turns an outcome into what happens next. Pure: same
/// arguments, same answer. \a jitter is from -1 to 1 and changes a back-off by up
/// to 10 %.
[[nodiscard]] Decision decide(const Outcome &outcome, const AttemptFacts &facts,
                              const RetryPolicy &policy, double jitter);

/// base·2^(errors-1), at most max. \a errors is at least 1.
[[nodiscard]] Duration backOff(std::uint32_t errors, Duration base, Duration max);

/// How long after its \a refusals th refusal in a row a lock is asked for again:
/// 100 ms, doubling to 5 s.
[[nodiscard]] Duration lockBackOff(unsigned refusals);

} // namespace qontroller
