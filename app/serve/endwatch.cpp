// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/serve/endwatch.h"

#include "app/cli/exitstatus.h"
#include "app/log/log.h"
#include "app/serve/ending.h"
#include "core/base/threads/wait.h"
#include "core/engine/controller/endingparts.h"

#include <string>
#include <system_error>
#include <thread>

namespace qontroller {

namespace {

void endLate(int status)
{
    static_cast<void>(waitFor(SteadyClock::instance(), LongestEnd, {}));
    const std::string why = " not returned for " + formatDuration(LongestEnd)
                            + ": the program ends without it";
    const auto controllers = EndingParts::names();
    for (const std::string &controller : controllers)
        log(LogLevel::Error,
            {.controller = controller, .text = "a destructor of the plugin's parts has" + why});
    if (controllers.empty())
        log(LogLevel::Error, "what a plugin does at the end of the program, as a handler of "
                             "atexit(), has"
                                 + why);
    endWithoutDestructors(status > 128 ? status : numberOf(ExitStatus::InternalError), [] {});
}

} // namespace

void watchEnd(int status)
{
    try {
        std::thread([status] { endLate(status); }).detach();
    } catch (const std::system_error &) {
    }
}

} // namespace qontroller
