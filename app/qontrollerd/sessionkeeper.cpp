// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerd/sessionkeeper.h"

#include "app/log/log.h"
#include "app/session/sessionfile.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace qontroller {

using namespace std::chrono_literals;

namespace {

constexpr Duration AskInterval = 50ms;
constexpr const char *Event = "session";
constexpr const char *Signal = "SIGHUP";

ApplyStatus refused(const std::string &why)
{
    ApplyStatus status;
    status.problems = {why};
    status.hasEnded = true;
    return status;
}

/// The first reason why not all of it was done; empty: all was.
std::string whyNot(const ApplyStatus &status)
{
    if (!status.problems.empty())
        return status.problems.front();
    const auto failed = std::ranges::find(status.steps, SessionStep::State::Failed,
                                          &SessionStep::state);
    return failed == status.steps.end() ? std::string() : describe(*failed);
}

} // namespace

SessionKeeper::SessionKeeper(Settings settings, const Session &session, Host &host,
                             PluginCatalogue &plugins, ConsistRuntime &consist,
                             CrashBackOff &backOff)
    : m_settings(std::move(settings))
    , m_plugins(plugins)
    , m_consist(consist)
    , m_backOff(backOff)
    , m_requests(m_settings.wake)
    , m_live(host, plugins, consist, m_settings.journal, m_settings.wasLost)
{
    for (const SessionController &controller : session.controllers)
        m_live.take(controller);
    m_live.take(session.alarms);
    publish();
}

void SessionKeeper::readAgain()
{
    m_isToReadAgain = true;
    work();
}

TimePoint SessionKeeper::next() const
{
    if (!m_task)
        return TimePoint::max();
    return SteadyClock::instance().now() + (m_live.isWaiting() ? AskInterval : Duration::zero());
}

void SessionKeeper::noteFailed(const std::string &controller, const std::string &why)
{
    m_live.noteFailed(controller, why);
    publish();
}

void SessionKeeper::publish()
{
    SessionText text{writeSession(m_live.session()).toStdString(),
                     m_settings.file.empty() ? "" : std::filesystem::absolute(m_settings.file),
                     m_backOff.notStarted(), m_whyNotApplied, m_notSaved};
    for (const auto &[controller, why] : m_live.failed())
        text.notStarted.push_back({controller, why});
    text.awaited = m_live.awaited();
    m_absent = m_consist.absent();
    for (const std::string &controller : m_absent) {
        if (!m_live.find(controller)) // else it is said already
            text.notStarted.push_back({controller, ConsistRuntime::WhyAbsent});
    }
    m_requests.publish(std::move(text), foundPlugins(m_plugins));
}

void SessionKeeper::work()
{
    if (m_task)
        follow();
    if (m_consist.absent() != m_absent)
        publish();
    while (!m_task && m_isToReadAgain) {
        m_isToReadAgain = false;
        apply({0, Signal, m_settings.file}, readSessionFile(m_settings.file));
    }
    while (!m_task) {
        const auto request = m_requests.take();
        if (!request)
            break;
        begin(*request);
    }
}

void SessionKeeper::begin(const SessionRequests::Request &request)
{
    if (!m_settings.whyNot.empty())
        return m_requests.report(request.number, refused(m_settings.whyNot));
    if (request.mode == ApplyMode::Save)
        return save(request);
    const SessionReading wanted = readWanted(request.json, m_settings.file);
    if (request.mode == ApplyMode::DryRun)
        return m_requests.report(request.number, m_live.plan(wanted, m_backOff.names()));
    apply({request.number, request.who, request.json ? std::string() : m_settings.file}, wanted);
}

void SessionKeeper::save(const SessionRequests::Request &request)
{
    const ApplyStatus status = m_live.save(m_settings.file);
    for (const SessionStep &step : status.steps)
        log(LogLevel::Info,
            {.controller = step.controller, .event = Event, .text = "its file has " + step.what});
    for (const std::string &problem : status.problems)
        log(LogLevel::Error, {.event = Event, .text = "not saved: " + problem});
    if (m_settings.note)
        m_settings.note(request.who, "save session: " + savedText(status));
    noteNotSaved();
    publish();
    m_requests.report(request.number, status);
}

void SessionKeeper::apply(Task task, const SessionReading &wanted)
{
    if (!m_settings.whyNot.empty()) {
        log(LogLevel::Error,
            {.event = Event, .text = "the session is not read again: " + m_settings.whyNot});
        noteNotApplied(m_settings.whyNot);
        publish();
        return;
    }
    m_task = std::move(task);
    m_logged = 0;
    log(LogLevel::Info, {.event = Event, .text = "is being applied, asked for by " + m_task->who});
    const ApplyStatus &status = m_live.apply(wanted, m_backOff.names());
    if (m_settings.holds)
        m_settings.holds(m_live.session());
    for (const SessionStep &step : status.steps) {
        if (step.kind != SessionStep::Kind::Change)
            m_backOff.forget(step.controller);
    }
    publish(); // what is awaited
    follow();
}

void SessionKeeper::follow()
{
    const ApplyStatus &status = m_live.advance();
    logSteps();
    if (m_task->number != 0)
        m_requests.report(m_task->number, status);
    if (status.hasEnded)
        end();
}

void SessionKeeper::noteNotApplied(const std::string &why)
{
    m_isApplied = why.empty();
    m_whyNotApplied = why;
}

/// What holds was given by somebody elsewhere, and the file was not changed by that.
void SessionKeeper::noteNotSaved()
{
    const std::string before = std::exchange(m_notSaved, {});
    const SessionReading saved = readSessionFile(m_settings.file);
    const std::string others = differing(m_live.session(), saved.session);
    if (!saved.problems.empty() && m_isApplied) // else it is said already
        m_notSaved = sentence(m_settings.file, saved.problems);
    else if (saved.problems.empty() && !others.empty())
        m_notSaved = m_settings.file + " says otherwise of " + others;
    if (!m_notSaved.empty() && m_notSaved != before)
        log(LogLevel::Warning,
            {.event = Event, .text = "a restart goes back to its file: " + m_notSaved});
}

/// In the order of the steps, which is that in which they end, but for one that fails to stop.
void SessionKeeper::logSteps()
{
    const auto &steps = m_live.status().steps;
    for (; m_logged < steps.size(); ++m_logged) {
        const SessionStep &step = steps[m_logged];
        if (step.state == SessionStep::State::Planned)
            return;
        const bool hasFailed = step.state == SessionStep::State::Failed;
        log(hasFailed ? LogLevel::Error : LogLevel::Info,
            {.controller = step.controller, .event = Event, .text = stepText(step)});
    }
}

void SessionKeeper::end()
{
    const ApplyStatus &status = m_live.status();
    const Task task = *std::exchange(m_task, std::nullopt);
    const std::string where = task.file.empty() ? std::string() : task.file + ": ";
    noteNotApplied(status.problems.empty() ? whyNot(status) : where + status.problems.front());
    for (const std::string &problem : status.problems)
        log(LogLevel::Error, {.event = Event, .text = "not applied: " + where + problem});
    const std::string text = status.problems.empty() ? summary(status) : "not applied";
    log(m_isApplied ? LogLevel::Info : LogLevel::Warning,
        {.event = Event, .text = text + ", asked for by " + task.who});
    if (m_settings.note)
        m_settings.note(task.who, "apply session: " + appliedText(status));
    m_consist.sayWhoIsAbsent();
    noteNotSaved();
    publish();
}

} // namespace qontroller
