// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/process/processexit.h"

#include "core/plugins/process/signaltext.h"

#include <sys/wait.h>

namespace qontroller {

ProcessExit ProcessExit::fromStatus(int status)
{
    if (WIFSIGNALED(status))
        return {Kind::Signalled, WTERMSIG(status)};
    return {Kind::Exited, WEXITSTATUS(status)};
}

std::string ProcessExit::text() const
{
    switch (kind) {
    case Kind::Exited: return "exit status " + std::to_string(code);
    case Kind::Signalled: return "signal " + signalText(code);
    case Kind::NotTold: return "an unknown status: only the program that started it is told";
    case Kind::Unknown: break;
    }
    return "an unknown status: this program must not ignore SIGCHLD";
}

std::string ProcessExit::sentence() const
{
    switch (kind) {
    case Kind::Exited:
    case Kind::NotTold:
    case Kind::Unknown: break;
    case Kind::Signalled: return "was ended by " + text();
    }
    return "ended with " + text();
}

} // namespace qontroller
