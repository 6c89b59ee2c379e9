// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/process/launch.h"

#include "core/base/faults/shortage.h"
#include "core/plugins/process/environment.h"
#include "core/plugins/process/inputfile.h"
#include "core/plugins/process/program.h"

#include <fcntl.h>

#include <system_error>
#include <utility>

namespace qontroller::supervision {

namespace {

constexpr const char *Limiter = "/usr/bin/prlimit";

/// Both limits, the soft and the hard one.
void add(std::vector<std::string> &words, const char *option,
         const std::optional<std::uint64_t> &limit)
{
    if (limit)
        words.push_back(option + std::to_string(*limit));
}

/// \a command behind what sets its limits.
void limit(Invocation &command, const ResourceLimits &limits)
{
    std::vector<std::string> words{Limiter};
    add(words, "--as=", limits.memory);
    add(words, "--nofile=", limits.files);
    add(words, "--core=", limits.core);
    add(words, "--cpu=", limits.cpu);
    if (words.size() == 1)
        return;
    words.emplace_back("--");
    words.push_back(command.program);
    words.insert(words.end(), command.arguments.begin() + 1, command.arguments.end());
    command.program = Limiter;
    command.arguments = std::move(words);
}

} // namespace

std::vector<std::string> environmentOf(const ProcessSpec &spec, const ObjectId &id)
{
    Variables variables = environmentWith(spec.environment);
    variables.insert_or_assign("QONTROLLER_ID", id);
    return assignments(variables);
}

tl::expected<std::unique_ptr<ChildProcess>, Obstacle> launch(const ProcessSpec &spec,
                                                             const ObjectId &id, OutputEnds ends,
                                                             const std::string &mark)
{
    Invocation command{{},
                       spec.command,
                       environmentOf(spec, id),
                       spec.workingDirectory,
                       ChildScope::Session};
    if (const std::string why = whyNotWorkingFolder(spec.workingDirectory); !why.empty())
        return tl::unexpected(Obstacle{"workingDirectory " + why});
    const auto program = findProgram(spec.command.front(), valueIn(command.environment, "PATH"),
                                     spec.workingDirectory);
    if (!program)
        return tl::unexpected(Obstacle{"command[0] " + program.error()});
    command.program = *program;
    command.environment.push_back(mark);
    limit(command, spec.limits);
    ChildStreams streams{makeInputFile({}), std::move(ends.output), std::move(ends.error)};
    if (!streams.input)
        return tl::unexpected(
            Obstacle{"/dev/null cannot be opened: " + std::generic_category().message(errno),
                     isShortage(errno)});
    auto child = std::make_unique<ChildProcess>(command, std::move(streams));
    if (child->error() != 0)
        return tl::unexpected(
            Obstacle{whyNotStarted(command.program, child->error()), isShortage(child->error())});
    return child;
}

} // namespace qontroller::supervision
