// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/api/options.h"
#include "core/base/duration.h"
#include "core/cache/caches.h"
#include "core/kit/startgate.h"

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
    if (!qontroller::validate(options))
        return 3;
    const auto cache = qontroller::Caches::instance().open<int>("numbers", [] {
        return qontroller::CacheParts<int>();
    });
    const qontroller::StartGate gate(*cache, {*cache});
    return qontroller::Caches::instance().size() == 1 ? 0 : 4;
}
