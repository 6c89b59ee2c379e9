// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/process/restart.h"

namespace qontroller::supervision {

Duration restartDelay(const RestartPolicy &policy, unsigned restarts)
{
    Duration delay = policy.base;
    for (unsigned i = 0; i < restarts && delay < policy.max; ++i)
        delay *= 2;
    return delay < policy.max ? delay : policy.max;
}

RestartDecision decideRestart(const RestartPolicy &policy, const ProcessExit &exit,
                              unsigned restarts, Duration passed)
{
    using Kind = RestartDecision::Kind;
    const bool isWanted = policy.when == RestartPolicy::When::Always
                          || (policy.when == RestartPolicy::When::OnFailure && !exit.isSuccess());
    if (!isWanted)
        return {Kind::Rest, {}};
    if (policy.limit > 0 && restarts >= policy.limit)
        return {Kind::GiveUp, {}};
    const Duration delay = restartDelay(policy, restarts);
    if (passed < delay)
        return {Kind::Wait, delay - passed};
    return {Kind::Start, {}};
}

} // namespace qontroller::supervision
