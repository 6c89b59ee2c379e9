// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/consist/consistprogram.h"

#include "app/log/log.h"
#include "core/base/text/concealer.h"
#include "core/base/text/text.h"
#include "core/plugins/process/earlierlife.h"
#include "core/plugins/process/environment.h"
#include "core/plugins/process/program.h"
#include "core/plugins/programs/programrun.h"
#include "core/plugins/programs/programtext.h"

#include <utility>

namespace qontroller {

namespace {

/// Names an operation and its member, in the environment of the program that does it.
std::string markOf(const std::string &store, const consist::Work &work)
{
    return store + '\x1f' + work.employee.text() + '\x1f' + work.operation;
}

/// Adds what is wrong with \a command, which stands at \a where, as a line to \a why.
void judge(const std::string &where, const std::vector<std::string> &command, std::string &why)
{
    if (command.empty())
        return;
    if (const auto program = findProgram(command.front(), searchPath(), {}); !program)
        why += (why.empty() ? "" : "\n") + where + "[0] " + program.error();
}

} // namespace

std::optional<std::string> whyNotCommands(const ConsistOptions &options)
{
    std::string why;
    judge("preCheck.command", options.preCheck.command, why);
    judge("postCheck.command", options.postCheck.command, why);
    for (const auto &[type, one] : options.operate)
        judge("operate[\"" + type + "\"]", one.command, why);
    return why.empty() ? std::nullopt : std::optional(std::move(why));
}

consist::ProgramAnswer runConsistProgram(const std::string &store,
                                         const std::vector<std::string> &command,
                                         const consist::Work &work, Duration timeout,
                                         const std::stop_token &stop)
{
    const std::string &name = command.front();
    const auto program = findProgram(name, searchPath(), {});
    if (!program)
        return {false, name + ' ' + program.error()};
    Invocation invocation{*program, command, assignments(environmentWith({})), {}};
    invocation.arguments.emplace_back(work.employee.qualifiedName());
    if (!work.operation.empty())
        invocation.environment.push_back(lifeMark(markOf(store, work)));
    ProgramLimits limits;
    limits.timeout = timeout;
    const ProgramEnd end = runToEnd(invocation, {}, limits, stop);
    if (end.exitedWith(0))
        return {true, {}};
    std::string said = howItEnded(name, *program, end, limits);
    if (const std::string_view words = lastWords(end); !words.empty())
        said.append(": ").append(end.errorTailIsCut ? BeginCutMark : "").append(words);
    // It has the program's environment, in which there may be secrets of any controller.
    return {false, cutText(concealedAsInLog(std::move(said)))};
}

bool endEarlierWork(const std::string &store, const consist::Work &work,
                    const std::stop_token &stop)
{
    const EarlierEnd earlier = endEarlier(markOf(store, work), EarlierKind::All, stop);
    if (earlier.found > 0)
        log(LogLevel::Warning,
            {.event = "left at work",
             .id = std::string(work.employee.qualifiedName()),
             .text = "an earlier life of this program has left " + std::to_string(earlier.found)
                     + (earlier.found == 1 ? " process" : " processes") + " of the operation "
                     + work.operation + " at work: "
                     + (earlier.haveEnded ? "ended" : "not ended, although asked to")});
    return earlier.haveEnded;
}

} // namespace qontroller
