// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/script/scriptcommands.h"

#include <unistd.h>

#include <utility>

namespace qontroller {

namespace {

void put(std::map<std::string, std::string> &variables, std::string_view assignment)
{
    const std::size_t equals = assignment.find('=');
    if (equals != std::string_view::npos)
        variables.insert_or_assign(std::string(assignment.substr(0, equals)),
                                   std::string(assignment.substr(equals + 1)));
}

// Those of this process, with the operator's on top, and ours above all.
std::vector<std::string> makeEnvironment(const std::map<std::string, std::string> &own,
                                         const std::string &controller)
{
    std::map<std::string, std::string> variables;
    for (char **each = environ; each && *each; ++each)
        put(variables, *each);
    for (const auto &[name, value] : own)
        variables.insert_or_assign(name, value);
    for (const char *ours : {"QONTROLLER_ID", "QONTROLLER_ATTEMPT", "QONTROLLER_FENCE"})
        variables.erase(ours);
    variables.insert_or_assign("QONTROLLER_CONTROLLER", controller);

    std::vector<std::string> assignments;
    for (const auto &[name, value] : variables)
        assignments.push_back(name + '=' + value);
    return assignments;
}

} // namespace

ScriptCommands::ScriptCommands(ScriptOptions options, Programs programs,
                               const std::string &controller)
    : m_options(std::move(options))
    , m_programs(std::move(programs))
    , m_environment(makeEnvironment(m_options.environment, controller))
{}

CommandEnd ScriptCommands::list(const std::stop_token &stop) const
{
    return runCommand(command(m_programs.list, m_options.list), {}, limits(), stop);
}

CommandEnd ScriptCommands::watch(const std::stop_token &stop, CommandListener &listener) const
{
    CommandLimits forEver = limits();
    forEver.timeout = Duration::zero();
    return runCommand(command(m_programs.watch, m_options.watch), {}, forEver, stop, &listener);
}

CommandEnd ScriptCommands::get(const Attempt &attempt) const
{
    return runCommand(commandFor(attempt, m_programs.get, m_options.get), {}, limits(),
                      attempt.stop);
}

CommandEnd ScriptCommands::add(const Attempt &attempt, std::string_view object) const
{
    return runCommand(commandFor(attempt, m_programs.add, m_options.add), object, limits(),
                      attempt.stop);
}

CommandEnd ScriptCommands::remove(const Attempt &attempt) const
{
    return runCommand(commandFor(attempt, m_programs.remove, m_options.remove), {}, limits(),
                      attempt.stop);
}

Command ScriptCommands::command(const std::string &program, const ScriptOptions::Words &words) const
{
    return {program, words, m_environment, m_options.workingDirectory};
}

Command ScriptCommands::commandFor(const Attempt &attempt, const std::string &program,
                                   const ScriptOptions::Words &words) const
{
    Command made = command(program, words);
    made.arguments.push_back(attempt.id);
    made.environment.push_back("QONTROLLER_ID=" + attempt.id);
    made.environment.push_back("QONTROLLER_ATTEMPT=" + std::to_string(attempt.number));
    made.environment.push_back("QONTROLLER_FENCE=" + std::to_string(attempt.fence));
    return made;
}

CommandLimits ScriptCommands::limits() const
{
    CommandLimits limits;
    limits.timeout = m_options.timeout;
    limits.output = m_options.outputLimit;
    limits.grace = m_options.grace;
    return limits;
}

} // namespace qontroller
