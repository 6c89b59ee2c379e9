// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/program/ending.h"

#include "app/program/drain.h"
#include "app/program/log.h"
#include "core/base/duration.h"

#include <cstdlib>

namespace qontroller {

void logFirstSignal()
{
    log(LogLevel::Info, "ending: what is queued and running has " + formatDuration(Drain::TimeLimit)
                            + "; a second signal ends at once");
}

void endWithoutDestructors(int status, const std::function<void()> &clearUp)
{
    clearUp();
    finishLog();
    std::_Exit(status);
}

void endAtOnce(int signal, const std::function<void()> &clearUp)
{
    log(LogLevel::Warning, "a second signal came: ending at once");
    endWithoutDestructors(128 + signal, clearUp);
}

} // namespace qontroller
