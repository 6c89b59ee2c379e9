// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/base/text/duration.h"
#include "core/engine/api/options.h"
#include "core/sdk/cache/caches.h"
#include "core/sdk/kit/startgate.h"
#include "core/sdk/testing/recordinglist.h"
#include "core/sdk/testing/recordingwatch.h"
#include "core/sdk/testing/scriptedlocker.h"
#include "core/sdk/testing/scriptedsource.h"

namespace {

/// A source, its watch and a locker, without an engine.
bool worksInATest()
{
    qontroller::test::ScriptedSource source;
    qontroller::test::Watching watching(source);
    qontroller::test::ScriptedLocker locker;
    if (!watching.told.waitFor("ready"))
        return false;
    source.created("a");
    return watching.told.waitFor("+a") && qontroller::test::listOf(source) == "a complete"
           && locker.acquire("a", nullptr, {}).isGranted();
}

} // namespace

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
    if (qontroller::Caches::instance().size() != 1)
        return 4;
    return worksInATest() ? 0 : 5;
}
