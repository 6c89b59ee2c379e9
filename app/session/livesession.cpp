// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/session/livesession.h"

#include "app/program/exitguard.h"
#include "app/session/loggedparts.h"
#include "core/json/jsontext.h"
#include "core/json/optionsjson.h"

#include <QtCore/QJsonValue>

#include <algorithm>
#include <iterator>
#include <utility>

namespace qontroller {

using namespace std::chrono_literals;

namespace {

using Kind = SessionStep::Kind;
using State = SessionStep::State;

/// The host gives a controller that it removes less.
constexpr Duration LongestStop = 45s;

std::string wordsOf(const QJsonObject &options, const QString &prefix = {})
{
    std::string words;
    for (auto it = options.begin(); it != options.end(); ++it) {
        const QString name = prefix + it.key();
        const std::string value = it.value().isString() ? it.value().toString().toStdString()
                                                        : describe(it.value());
        const std::string more = it.value().isObject()
                                     ? wordsOf(it.value().toObject(), name + QLatin1Char('.'))
                                     : name.toStdString() + ' ' + value;
        words += (words.empty() ? "" : ", ") + more;
    }
    return words;
}

bool stops(const SessionStep &step)
{
    return step.kind == Kind::Stop || step.kind == Kind::Restart;
}

bool starts(const SessionStep &step)
{
    return step.kind == Kind::Start || step.kind == Kind::Restart;
}

const SessionController *findIn(const Session &session, const std::string &name)
{
    const auto found = std::ranges::find(session.controllers, name, &SessionController::name);
    return found == session.controllers.end() ? nullptr : &*found;
}

/// What an operator has decided and a controller owes, which end with it.
std::string lossOf(const ControllerStatus &status)
{
    const auto &states = status.gauges.states;
    const auto held = states[static_cast<std::size_t>(ItemState::Held)];
    const auto paused = states[static_cast<std::size_t>(ItemState::Paused)];
    std::string loss;
    if (status.state == ControllerState::Paused && status.gauges.workers > 0)
        loss = "its pause";
    if (paused > 0)
        loss += (loss.empty() ? "" : ", ") + std::to_string(paused) + " paused";
    if (held > 0)
        loss += (loss.empty() ? "" : ", ") + std::to_string(held) + " held";
    return loss.empty() ? loss : "forgets " + loss;
}

std::vector<std::string> sentencesOf(const JsonProblems &problems)
{
    std::vector<std::string> all;
    std::ranges::transform(problems, std::back_inserter(all), &JsonProblem::sentence);
    return all;
}

} // namespace

LiveSession::LiveSession(Host &host, PluginCatalogue &plugins, ConsistRuntime &consist,
                         Clock &clock)
    : m_host(host)
    , m_plugins(plugins)
    , m_consist(consist)
    , m_clock(clock)
{
    m_status.hasEnded = true;
}

void LiveSession::take(const SessionController &controller)
{
    Member member{controller, inputOf(controller, m_plugins)};
    const auto found = std::ranges::find(m_members, controller.name,
                                         [](const Member &each) { return each.controller.name; });
    if (found == m_members.end())
        m_members.push_back(std::move(member));
    else
        *found = std::move(member);
}

Session LiveSession::session() const
{
    Session session;
    for (const Member &member : m_members)
        session.controllers.push_back(member.controller);
    return session;
}

const LiveSession::Member *LiveSession::member(const std::string &name) const
{
    const auto found = std::ranges::find(m_members, name,
                                         [](const Member &each) { return each.controller.name; });
    return found == m_members.end() ? nullptr : &*found;
}

const SessionController *LiveSession::find(const std::string &name) const
{
    const Member *found = member(name);
    return found ? &found->controller : nullptr;
}

ControllerOptions LiveSession::optionsOf(const SessionController &controller) const
{
    return qontroller::optionsOf(controller, m_plugins);
}

LiveSession::Running LiveSession::runningNow() const
{
    Running running;
    for (ControllerStatus &each : m_host.status()) {
        std::string name = each.name;
        running.insert_or_assign(std::move(name), std::move(each));
    }
    return running;
}

std::string LiveSession::whyAnew(const Member &now, const SessionController &wanted) const
{
    if (wanted.plugin != now.controller.plugin)
        return "plugin " + wanted.plugin;
    if (wanted.isolation != now.controller.isolation)
        return "isolation";
    const PluginInput input = inputOf(wanted, m_plugins);
    if (input.parameters != now.input.parameters)
        return "parameters";
    if (input.locker != now.input.locker)
        return "locker";
    const ControllerOptions before = optionsOf(now.controller);
    const ControllerOptions after = optionsOf(wanted);
    const ControllerOptions live = withLiveOptions(before, after);
    return wordsOf(writeOptions(after, live));
}

std::optional<SessionStep> LiveSession::differenceOf(const SessionController &wanted,
                                                     bool isRunning, bool isWaiting) const
{
    const Member *now = member(wanted.name);
    if (!now)
        return SessionStep{wanted.name, Kind::Start};
    if (!isRunning && !isWaiting)
        return SessionStep{wanted.name, Kind::Start, "it does not run"};
    if (std::string why = whyAnew(*now, wanted); !why.empty())
        return SessionStep{wanted.name, Kind::Restart, std::move(why)};
    std::string options = wordsOf(writeOptions(optionsOf(wanted), optionsOf(now->controller)));
    if (options.empty())
        return std::nullopt;
    return SessionStep{wanted.name, isRunning ? Kind::Change : Kind::Restart, std::move(options)};
}

LiveSession::Differences LiveSession::differences(const Session &wanted,
                                                  const std::set<std::string> &waiting) const
{
    const Running running = runningNow();
    Differences all;
    for (const SessionController &each : wanted.controllers) {
        if (auto step = differenceOf(each, running.contains(each.name),
                                     waiting.contains(each.name)))
            all.steps.push_back(*std::move(step));
        else
            all.untouched.insert(each.name);
    }
    for (const Member &each : m_members) {
        const std::string &name = each.controller.name;
        if (!findIn(wanted, name) && (running.contains(name) || waiting.contains(name)))
            all.steps.push_back({name, Kind::Stop});
    }
    for (SessionStep &step : all.steps) {
        const auto found = running.find(step.controller);
        if (!stops(step) || found == running.end())
            continue;
        if (const std::string loss = lossOf(found->second); !loss.empty())
            step.what += (step.what.empty() ? "" : "; ") + loss;
    }
    std::ranges::stable_sort(all.steps, {}, &SessionStep::kind);
    return all;
}

ApplyStatus LiveSession::plan(const SessionReading &wanted, const std::set<std::string> &waiting)
{
    ApplyStatus status;
    status.hasEnded = true;
    if (const JsonProblems problems = check(wanted, m_plugins); !problems.empty()) {
        status.problems = sentencesOf(problems);
        return status;
    }
    Differences all = differences(wanted.session, waiting);
    std::set<std::string> notMade = all.untouched;
    for (const SessionStep &step : all.steps) {
        if (!starts(step))
            notMade.insert(step.controller);
    }
    status.problems = sentencesOf(checkByMaking(wanted, m_plugins, notMade));
    ExitGuard::renew();
    if (status.problems.empty()) {
        status.steps = std::move(all.steps);
        status.untouched = all.untouched.size();
    }
    return status;
}

const ApplyStatus &LiveSession::apply(const SessionReading &wanted,
                                      const std::set<std::string> &waiting)
{
    m_status = plan(wanted, waiting);
    if (!m_status.problems.empty())
        return m_status;
    const Running running = runningNow();
    for (SessionStep &step : m_status.steps) {
        const auto found = running.find(step.controller);
        if (step.kind == Kind::Change)
            change(step, running, *findIn(wanted.session, step.controller));
        else if (stops(step) && found != running.end())
            m_host.submit({found->second.id, RemoveController{}, "not as the session has it"});
    }
    m_members.clear();
    for (const SessionController &each : wanted.session.controllers)
        m_members.push_back({each, inputOf(each, m_plugins)});
    std::erase_if(m_failed, [&](const auto &each) { return !find(each.first); });
    m_stopEnd = later(m_clock.now(), LongestStop);
    m_status.hasEnded = false;
    return advance();
}

void LiveSession::change(SessionStep &step, const Running &running, const SessionController &wanted)
{
    const auto found = running.find(step.controller);
    if (found == running.end()) {
        step.state = State::Failed;
        step.why = "it has ended meanwhile";
        return;
    }
    const QJsonObject differs = writeOptions(optionsOf(wanted), optionsOf(*find(step.controller)));
    const ControllerOptions options = readOptions(differs, found->second.options).options;
    m_host.submit(
        {found->second.id, ChangeOptions{options}, "options of the session: " + step.what});
    step.state = State::Done;
}

const ApplyStatus &LiveSession::advance()
{
    if (m_status.hasEnded)
        return m_status;
    if (isAnyLeaving() && m_clock.now() < m_stopEnd)
        return m_status;
    endStops();
    const auto next = std::ranges::find_if(m_status.steps, [](const SessionStep &step) {
        return starts(step) && step.state == State::Planned;
    });
    if (next == m_status.steps.end())
        m_status.hasEnded = true;
    else
        start(*next);
    return m_status;
}

bool LiveSession::isAnyLeaving() const
{
    const std::vector<std::string> leaving = m_host.leaving();
    return std::ranges::any_of(m_status.steps, [&leaving](const SessionStep &step) {
        return stops(step) && std::ranges::find(leaving, step.controller) != leaving.end();
    });
}

void LiveSession::endStops()
{
    const auto isToEnd = [](const SessionStep &step) {
        return stops(step) && step.state == State::Planned;
    };
    if (std::ranges::none_of(m_status.steps, isToEnd))
        return;
    const std::vector<std::string> leaving = m_host.leaving();
    const std::vector<NamedController> running = m_host.controllers();
    for (SessionStep &step : m_status.steps) {
        if (!isToEnd(step))
            continue;
        const bool isLeaving = std::ranges::find(leaving, step.controller) != leaving.end();
        const bool isRunning = std::ranges::find(running, step.controller, &NamedController::name)
                               != running.end();
        if (isLeaving || isRunning) {
            step.state = State::Failed;
            step.why = isLeaving ? "its calls do not return although they were asked to stop"
                                 : "it could not be removed: its event log says why";
            if (step.kind == Kind::Restart)
                noteFailed(step.controller, step.why);
        } else if (step.kind == Kind::Stop) {
            step.state = State::Done;
        }
    }
}

void LiveSession::start(SessionStep &step)
{
    auto spec = assemble(*find(step.controller), m_plugins, m_consist);
    ExitGuard::renew();
    if (!spec) {
        step.why = spec.error().front().sentence();
    } else {
        logObjects(*spec);
        if (const auto id = m_host.add(*std::move(spec)); !id)
            step.why = id.error();
    }
    step.state = step.why.empty() ? State::Done : State::Failed;
    if (step.why.empty())
        m_failed.erase(step.controller);
    else
        noteFailed(step.controller, step.why);
}

} // namespace qontroller
