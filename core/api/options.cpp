// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/api/options.h"

#include <cmath>

namespace qontroller {

Duration parkedRetryOf(const ControllerOptions &options)
{
    constexpr int Resyncs = 10;
    if (options.parkedRetryInterval > Duration::zero())
        return options.parkedRetryInterval;
    return options.resyncInterval > Duration::max() / Resyncs ? Duration::max()
                                                              : Resyncs * options.resyncInterval;
}

std::optional<std::string> validate(const ControllerOptions &options)
{
    if (options.workers < 0 || options.workers > 10'000)
        return "workers must be from 0 to 10000, not " + std::to_string(options.workers);
    if (options.resyncInterval < std::chrono::milliseconds(10))
        return "resyncInterval must be at least 10ms";
    if (options.maxRetries < 0)
        return "maxRetries must be 0 or more, not " + std::to_string(options.maxRetries);
    if (options.parkedRetryInterval < Duration::zero())
        return "parkedRetryInterval must be 0s or more";
    if (options.backoffBase <= Duration::zero())
        return "backoff.base must be more than 0s";
    if (options.backoffMax < options.backoffBase)
        return "backoff.max must be at least backoff.base";
    if (!std::isfinite(options.retryRate) || options.retryRate <= 0)
        return "retryRate must be more than 0";
    if (options.retryBurst < 1)
        return "retryBurst must be at least 1, not " + std::to_string(options.retryBurst);
    if (options.handlerTimeout < Duration::zero())
        return "handlerTimeout must be 0s or more";
    if (options.ageing <= Duration::zero())
        return "ageing must be more than 0s";
    return std::nullopt;
}

} // namespace qontroller
