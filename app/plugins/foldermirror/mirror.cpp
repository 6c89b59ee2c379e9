// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/mirror.h"

#include <ctime>

namespace qontroller::foldermirror {

namespace {

std::int64_t systemTime()
{
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    return nanosecondsOf(now);
}

} // namespace

Mirror::Mirror(const MirrorOptions &options)
    : source(options.source)
    , mark(options.target + '/' + markNameOf("mirror"), options.mark)
    , target(options.target, source.tree(), options.durability, names, options.use, &mark)
    , absences(options.deletionDelay)
    , newTarget(options.newTarget)
    , excludes(options.excludes)
    , contentCheck(options.contentCheck)
    , clock(options.clock ? options.clock : systemTime)
    , steadyClock(*options.steadyClock)
{}

} // namespace qontroller::foldermirror
