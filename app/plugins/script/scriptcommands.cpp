// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/script/scriptcommands.h"

#include "app/plugins/script/reportlines.h"
#include "core/plugins/process/earlierlife.h"
#include "core/plugins/process/environment.h"
#include "core/plugins/process/lifesession.h"
#include "core/plugins/process/program.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace qontroller::script {

namespace {

// Those of this process, with the operator's on top, and ours above all.
std::vector<std::string> makeEnvironment(const Variables &own, const std::string &controller,
                                         const std::string &work)
{
    Variables variables = environmentWith(own);
    for (const char *ours :
         {"QONTROLLER_ID", "QONTROLLER_ATTEMPT", "QONTROLLER_FENCE", "QONTROLLER_CAUSE",
          "QONTROLLER_LAST_ERROR", "QONTROLLER_DEADLINE", "QONTROLLER_CLOSED", "QONTROLLER_KEPT"})
        variables.erase(ours);
    variables.insert_or_assign("QONTROLLER_CONTROLLER", controller);
    std::vector<std::string> all = assignments(variables);
    all.push_back(lifeMark(work));
    return all;
}

/// The session tells a controller from another one of the same name. Its parameters do not: they
/// may be edited while commands are at work.
std::string workOf(const std::string &controller)
{
    return lifeSession() + '\x1f' + controller;
}

const char *wordFor(AttemptCause cause)
{
    switch (cause) {
    case AttemptCause::ByHand: return "by-hand";
    case AttemptCause::Changed: return "changed";
    case AttemptCause::New: return "new";
    case AttemptCause::Retry: return "retry";
    case AttemptCause::Resync: return "resync";
    }
    return "";
}

std::string withoutZeroBytes(std::string_view text)
{
    std::string clean(text);
    std::replace(clean.begin(), clean.end(), '\0', ' ');
    return clean;
}

/// When a command that starts now is stopped, in seconds since 1970; empty: never.
std::string deadlineOf(const Attempt &attempt, Duration timeout)
{
    const TimePoint now = std::chrono::steady_clock::now();
    TimePoint deadline = attempt.deadline;
    if (timeout > Duration::zero())
        deadline = std::min(deadline, later(now, timeout));
    if (deadline == TimePoint::max())
        return {};
    const WallTime wall = std::chrono::system_clock::now() + (deadline - now);
    return std::to_string(
        std::chrono::floor<std::chrono::seconds>(wall.time_since_epoch()).count());
}

/// A shortage of the host is no fault of the command: it is thrown.
ProgramEnd runOrThrow(const Invocation &command, std::string_view input,
                      const ProgramLimits &limits, const std::stop_token &stop,
                      ProgramListener *listener = nullptr, const ControlReader &control = {})
{
    ProgramEnd end = runToEnd(command, input, limits, stop, listener, control);
    if (end.kind == ProgramEnd::Kind::NotStarted)
        throwIfShort(command.program, end.error);
    return end;
}

} // namespace

ScriptCommands::ScriptCommands(ScriptOptions options, Programs programs,
                               const std::string &controller)
    : m_options(std::move(options))
    , m_programs(std::move(programs))
    , m_controller(controller)
    , m_work(workOf(controller))
    , m_environment(makeEnvironment(m_options.environment, controller, m_work))
{}

EarlierEnd ScriptCommands::endEarlier(const std::stop_token &stop) const
{
    return qontroller::endEarlier(m_work, EarlierKind::Commands, stop);
}

ProgramEnd ScriptCommands::list(const std::stop_token &stop) const
{
    return runOrThrow(command(m_programs.list, m_options.list), {}, limits(), stop);
}

ProgramEnd ScriptCommands::watch(const std::stop_token &stop, ProgramListener &listener) const
{
    ProgramLimits forEver = limits();
    forEver.timeout = Duration::zero();
    return runOrThrow(command(m_programs.watch, m_options.watch), {}, forEver, stop, &listener);
}

ProgramEnd ScriptCommands::get(const Attempt &attempt) const
{
    return runFor(attempt, "get", commandFor(attempt, m_programs.get, m_options.get), {});
}

ScriptChange ScriptCommands::add(const Attempt &attempt, std::string_view object) const
{
    return change(attempt, "add", commandFor(attempt, m_programs.add, m_options.add), object,
                  AfterBurstId);
}

ScriptChange ScriptCommands::remove(const Attempt &attempt) const
{
    return change(attempt, "delete", commandFor(attempt, m_programs.remove, m_options.remove), {},
                  AfterBurstId);
}

ScriptChange ScriptCommands::afterBurst(const Attempt &attempt) const
{
    Invocation made = commandFor(attempt, m_programs.afterBurst, m_options.afterBurst);
    made.arguments.pop_back(); // what is run for all objects gets no id
    return change(attempt, "afterBurst", std::move(made), {}, {});
}

ProgramEnd ScriptCommands::consist(const std::string &name, const std::string &side,
                                   const ConsistEmployer &employer, std::string_view input) const
{
    ScriptOptions::Words words = m_options.consist.at(name);
    words.push_back(side);
    Invocation made = commandFor(employer.attempt, m_programs.consist.at(name), words);
    std::string closed;
    for (const std::string &employee : employer.closed)
        closed.append(closed.empty() ? "" : "\n").append(employee);
    made.environment.push_back("QONTROLLER_CLOSED=" + closed);
    return runFor(employer.attempt, name, made, input);
}

ProgramEnd ScriptCommands::runFor(const Attempt &attempt, std::string_view verb,
                                  const Invocation &made, std::string_view input) const
{
    ReportLines reports(attempt, verb, ReportLines::Keeping::Forbidden);
    return run(reports, attempt, made, input);
}

ScriptChange ScriptCommands::change(const Attempt &attempt, std::string_view verb, Invocation made,
                                    std::string_view input, std::string_view next) const
{
    made.environment.push_back("QONTROLLER_KEPT=" + std::string(attempt.kept));
    ReportLines reports(attempt, verb, ReportLines::Keeping::Allowed);
    ScriptChange change{run(reports, attempt, made, input), reports.notKept()};
    const bool hasNext = !next.empty() && !m_options.afterBurst.empty();
    if (hasNext && answer::isSuccess(change) && !reports.saidUnchanged())
        attempt.requeue(next);
    return change;
}

ProgramEnd ScriptCommands::run(ReportLines &reports, const Attempt &attempt, const Invocation &made,
                               std::string_view input) const
{
    ProgramEnd end = runOrThrow(made, input, limits(), attempt.stop, nullptr,
                                [&reports](std::string_view bytes) { reports.take(bytes); });
    reports.end();
    return end;
}

Invocation ScriptCommands::command(const std::string &program,
                                   const ScriptOptions::Words &words) const
{
    return {program, words, m_environment, m_options.workingDirectory};
}

Invocation ScriptCommands::commandFor(const Attempt &attempt, const std::string &program,
                                      const ScriptOptions::Words &words) const
{
    Invocation made = command(program, words);
    made.arguments.push_back(attempt.id);
    made.environment.push_back("QONTROLLER_ID=" + attempt.id);
    made.environment.push_back("QONTROLLER_ATTEMPT=" + std::to_string(attempt.number));
    made.environment.push_back("QONTROLLER_FENCE=" + std::to_string(attempt.fence));
    made.environment.push_back(std::string("QONTROLLER_CAUSE=") + wordFor(attempt.cause));
    made.environment.push_back("QONTROLLER_LAST_ERROR=" + withoutZeroBytes(attempt.lastError));
    made.environment.push_back("QONTROLLER_DEADLINE=" + deadlineOf(attempt, m_options.timeout));
    return made;
}

ProgramLimits ScriptCommands::limits() const
{
    ProgramLimits limits;
    limits.timeout = m_options.timeout;
    limits.output = m_options.outputLimit;
    limits.grace = m_options.grace;
    return limits;
}

} // namespace qontroller::script
