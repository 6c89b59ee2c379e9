// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/api/options.h"
#include "core/base/duration.h"

/// 0 if the functions of the installed libraries do what they say.
int main()
{
    qontroller::ControllerOptions options;
    const auto interval = qontroller::parseDuration("5m");
    if (!interval || qontroller::formatDuration(*interval) != "5m")
        return 1;
    options.resyncInterval = *interval;
    if (qontroller::validate(options))
        return 2;
    options.workers = -1;
    return qontroller::validate(options) ? 0 : 3;
}
