// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/api/options.h"

#include "core/engine/api/optiontable.h"

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
    const auto complain = [&lines](const std::string &line) {
        lines += (lines.empty() ? "" : "\n") + line;
    };
    for (const ControllerOption &each : optionTable()) {
        if (const auto wrong = each.whyNot(each.in(options)))
            complain(*wrong);
    }
    if (options.backoffMax < options.backoffBase)
        complain("backoff.max must be at least backoff.base");
    return lines.empty() ? std::nullopt : std::optional(std::move(lines));
}

} // namespace qontroller
