// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/session/consistcommand.h"

#include "app/common/log.h"
#include "app/plugins/common/commandrun.h"
#include "app/plugins/common/commandtext.h"
#include "app/plugins/common/environment.h"
#include "app/plugins/common/program.h"
#include "app/session/earliercommands.h"
#include "core/base/text.h"

#include <cstdlib>
#include <utility>

namespace qontroller {

namespace {

std::string searchPath()
{
    const char *path = std::getenv("PATH");
    return path ? path : "";
}

/// Names what is done, and for whom.
std::string workOf(const std::string &store, const std::vector<std::string> &arguments)
{
    std::string work = store;
    for (const std::string &argument : arguments)
        work += '\x1f' + argument;
    return work;
}

std::string withoutLastNewlines(std::string text)
{
    text.erase(text.find_last_not_of(" \t\r\n") + 1);
    return text;
}

std::optional<std::string> whyNotCommand(const std::string &where,
                                         const std::vector<std::string> &command)
{
    if (command.empty())
        return std::nullopt;
    const auto program = findProgram(command.front(), searchPath(), {});
    if (program)
        return std::nullopt;
    return where + "[0] " + program.error();
}

} // namespace

std::optional<std::string> whyNotCommands(const ConsistOptions &options)
{
    if (auto why = whyNotCommand("preCheck.command", options.preCheck.command))
        return why;
    if (auto why = whyNotCommand("postCheck.command", options.postCheck.command))
        return why;
    for (const auto &[type, one] : options.operate) {
        if (auto why = whyNotCommand("operate[\"" + type + "\"]", one.command))
            return why;
    }
    return std::nullopt;
}

consist::CommandAnswer runConsistCommand(const std::string &store,
                                         const std::vector<std::string> &command,
                                         std::string_view employee, Duration timeout,
                                         std::stop_token stop)
{
    const std::string &name = command.front();
    const auto program = findProgram(name, searchPath(), {});
    if (!program)
        return {false, name + ' ' + program.error()};
    Invocation invocation{*program, command, assignments(environmentWith({})), {}};
    invocation.arguments.emplace_back(employee);
    const std::string work = workOf(store, invocation.arguments);
    invocation.environment.push_back(commandMark(work));
    if (const auto ended = endEarlierCommands(work, stop); ended > 0)
        log(LogLevel::Warning, std::string(employee) + ": an earlier life of this program has left "
                                   + name + " running (" + std::to_string(ended)
                                   + " processes): ended, and run again");
    CommandLimits limits;
    limits.timeout = timeout;
    const CommandEnd end = runCommand(invocation, {}, limits, stop);
    if (end.kind == CommandEnd::Kind::Exited && end.code == 0)
        return {true, {}};
    std::string said = howItEnded(name, *program, end, limits);
    const std::string words = withoutLastNewlines(end.errorTail);
    return {false, cutText(words.empty() ? std::move(said) : said + ": " + words)};
}

} // namespace qontroller
