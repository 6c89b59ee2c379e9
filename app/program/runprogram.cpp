// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/program/runprogram.h"

#include "app/cli/exitstatus.h"
#include "app/cli/standardstreams.h"
#include "app/log/log.h"
#include "app/program/processone.h"
#include "core/base/files/descriptors.h"

#include <csignal>
#include <exception>
#include <string>

namespace qontroller {

int runProgram(const std::function<int()> &work)
{
    leaveProcessOne();
    fillStandardStreams();
    watchDescriptors();
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGCHLD, SIG_DFL);
    int status = numberOf(ExitStatus::InternalError);
    try {
        status = work();
    } catch (const std::exception &exception) {
        log(LogLevel::Error, "internal error: " + std::string(exception.what()));
    }
    finishLog();
    return status;
}

} // namespace qontroller
