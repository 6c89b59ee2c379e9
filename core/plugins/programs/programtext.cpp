// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/plugins/programs/programtext.h"

#include "core/base/text/duration.h"
#include "core/plugins/process/program.h"

namespace qontroller {

using Kind = ProgramEnd::Kind;

std::string howItEnded(std::string_view name, const std::string &program, const ProgramEnd &end,
                       const ProgramLimits &limits)
{
    const std::string subject(name);
    switch (end.kind) {
    case Kind::NotStarted: return subject + ": " + whyNotStarted(program, end.error);
    case Kind::Stopped: return subject + " was stopped before it had ended";
    case Kind::TimedOut:
        return subject + " took longer than " + formatDuration(limits.timeout) + " and was stopped";
    case Kind::TooMuchOutput:
        return subject + " printed more than " + std::to_string(limits.output)
               + " bytes and was stopped";
    case Kind::Ended: break;
    }
    return subject + ' ' + end.exit.sentence();
}

std::string_view lastWords(const ProgramEnd &end)
{
    const std::string_view words = end.errorTail;
    return words.substr(0, words.find_last_not_of(" \t\r\n") + 1);
}

} // namespace qontroller
