// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/serve/ending.h"

#include "app/cli/exitstatus.h"
#include "app/log/log.h"
#include "app/serve/drain.h"
#include "core/base/files/leftfile.h"
#include "core/base/text/duration.h"

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
    leftfile::remove();
    finishLog();
    std::_Exit(status);
}

void endAtOnce(int signal, const std::vector<std::string> &notStopped,
               const std::function<void()> &clearUp)
{
    std::string names;
    for (const std::string &name : notStopped)
        names += (names.empty() ? "" : ", ") + name;
    if (!names.empty())
        names = ", before these had stopped in order: " + names
                + "; what they have started may run on";
    log(LogLevel::Warning, "a second signal came: ending at once" + names);
    endWithoutDestructors(128 + signal, clearUp);
}

void endWithoutDescriptors(const std::string &controller, const std::string &who)
{
    log(LogLevel::Error,
        {.controller = controller,
         .text = who
                 + " has closed descriptors of this program, which ends, for it cannot go on "
                   "without them: give such a controller \"isolation\": \"process\""});
    endWithoutDestructors(numberOf(ExitStatus::InternalError), [] {});
}

} // namespace qontroller
