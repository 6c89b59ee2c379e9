// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/api/options.h"

#include <cmath>
#include <utility>

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
    std::string lines;
    const auto require = [&lines](bool holds, const std::string &otherwise) {
        if (!holds)
            lines += (lines.empty() ? "" : "\n") + otherwise;
    };
    require(options.workers >= 0 && options.workers <= 10'000,
            "workers must be from 0 to 10000, not " + std::to_string(options.workers));
    require(options.resyncInterval >= std::chrono::milliseconds(10),
            "resyncInterval must be at least 10ms");
    require(options.maxRetries >= 0,
            "maxRetries must be 0 or more, not " + std::to_string(options.maxRetries));
    require(options.parkedRetryInterval >= Duration::zero(),
            "parkedRetryInterval must be 0s or more");
    require(options.backoffBase > Duration::zero(), "backoff.base must be more than 0s");
    require(options.backoffMax >= options.backoffBase, "backoff.max must be at least backoff.base");
    require(std::isfinite(options.retryRate) && options.retryRate > 0,
            "retryRate must be more than 0");
    require(options.retryBurst >= 1,
            "retryBurst must be at least 1, not " + std::to_string(options.retryBurst));
    require(options.handlerTimeout >= Duration::zero(), "handlerTimeout must be 0s or more");
    require(options.ageing > Duration::zero(), "ageing must be more than 0s");
    return lines.empty() ? std::nullopt : std::optional(std::move(lines));
}

} // namespace qontroller
