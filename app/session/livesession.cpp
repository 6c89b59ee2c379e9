// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/session/livesession.h"

#include "app/serve/exitguard.h"
#include "app/session/loggedparts.h"
#include "app/session/sessionfile.h"
#include "core/engine/api/optiontable.h"
#include "core/engine/observe/items/itemrow.h"
#include "core/plugins/json/jsontext.h"
#include "core/plugins/json/optionsjson.h"

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
constexpr const char *NotInOrder = "it was not stopped in order: what it has started may run on";
constexpr const char *NotReturned = "its calls do not return although they were asked to stop";

/// Of \a options, as `backoff.base 2s`; without values only their names.
QStringList wordsOfEach(const QJsonObject &options, bool withValues, const QString &prefix = {})
{
    QStringList words;
    for (auto it = options.begin(); it != options.end(); ++it) {
        const QString name = prefix + it.key();
        const QString value = it.value().isString() ? it.value().toString()
                                                    : QString::fromStdString(describe(it.value()));
        if (it.value().isObject())
            words += wordsOfEach(it.value().toObject(), withValues, name + QLatin1Char('.'));
        else
            words += withValues ? name + QLatin1Char(' ') + value : name;
    }
    return words;
}

std::string wordsOf(const QJsonObject &options)
{
    return wordsOfEach(options, true).join(", ").toStdString();
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

/// What an operator has decided, and what a controller owes.
struct Decisions
{
    bool isPaused = false; ///< all of it
    std::size_t paused = 0;
    std::size_t held = 0;
    std::size_t kept = 0;
    std::size_t owed = 0;
    std::size_t texts = 0; ///< objects with something that an attempt has left
    QStringList options;   ///< that are not as the session has them
};

Decisions decisionsOf(const ControllerStatus &status, Host &host)
{
    Decisions all;
    all.isPaused = status.state == ControllerState::Paused && status.gauges.workers > 0;
    host.forEachRow(status.id, AllStates, [&all](const ItemRow &row) {
        all.paused += row.paused;
        all.held += row.existence == Existence::Held;
        all.kept += row.existence == Existence::Kept;
        all.owed += row.absent;
        all.texts += !row.keptText.isEmpty();
        return true;
    });
    return all;
}

std::string counted(std::size_t count, const char *one, const char *many)
{
    return std::to_string(count) + ' ' + (count == 1 ? one : many);
}

std::string textsOf(const Decisions &all)
{
    return "what was kept for the handler of " + counted(all.texts, "object", "objects");
}

std::string forgottenOf(const Decisions &all)
{
    std::string words = all.isPaused ? "its pause" : "";
    const auto add = [&words](std::size_t count, const std::string &text) {
        if (count > 0)
            words += (words.empty() ? "" : ", ") + text;
    };
    add(all.paused, std::to_string(all.paused) + " paused");
    add(all.held, std::to_string(all.held) + " held");
    add(all.kept, std::to_string(all.kept) + " kept");
    add(all.owed, counted(all.owed, "removal that is owed", "removals that are owed"));
    add(all.texts, textsOf(all));
    add(all.options.size(), all.options.join(", ").toStdString()
                                + (all.options.size() == 1 ? " as an operator has set it"
                                                           : " as operators have set them"));
    return words.empty() ? words : "forgets " + words;
}

std::vector<std::string> sentencesOf(const JsonProblems &problems)
{
    std::vector<std::string> all;
    std::ranges::transform(problems, std::back_inserter(all), &JsonProblem::sentence);
    return all;
}

/// An option of \a changed, which its session has given as in \a given, that the session's file has
/// in a third way by now, as a sentence; empty: there is none.
std::string conflictOf(const ControllerOptions &given, const ControllerOptions &changed,
                       const ControllerOptions &inFile)
{
    for (const ControllerOption &each : optionTable()) {
        const OptionValue there = each.in(inFile);
        const bool isChanged = each.in(changed) != each.in(given);
        if (isChanged && there != each.in(given) && there != each.in(changed))
            return each.fullName() + " is " + valueText(there) + " there by now, and no longer "
                   + valueText(each.in(given));
    }
    return {};
}

} // namespace

LiveSession::LiveSession(Host &host, PluginCatalogue &plugins, ConsistRuntime &consist,
                         HostJournal *journal, WasLost wasLost, Clock &clock)
    : m_host(host)
    , m_plugins(plugins)
    , m_consist(consist)
    , m_journal(journal)
    , m_wasLost(std::move(wasLost))
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
    session.alarms = m_alarms;
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

QJsonObject LiveSession::changedOptions(const ControllerStatus &running) const
{
    const auto toStay = m_journal ? m_journal->toStay(running.name, running.options)
                                  : running.options;
    return toStay ? writeOptions(*toStay, optionsOf(*find(running.name))) : QJsonObject();
}

void LiveSession::keep(const SessionController &saved)
{
    const auto found = std::ranges::find(m_members, saved.name,
                                         [](const Member &each) { return each.controller.name; });
    if (found == m_members.end())
        return;
    found->controller.options = saved.options;
    if (m_journal)
        m_journal->give(saved.name, optionsOf(found->controller));
}

LiveSession::OptionChanges LiveSession::changesToStay() const
{
    OptionChanges all;
    for (const ControllerStatus &running : m_host.status()) {
        QJsonObject changed = find(running.name) ? changedOptions(running) : QJsonObject();
        if (!changed.isEmpty())
            all.insert_or_assign(running.name, std::move(changed));
    }
    return all;
}

std::vector<std::string> LiveSession::whyNotSaved(const std::string &file, const QByteArray &text,
                                                  const OptionChanges &changes) const
{
    SessionReading there = readSessionText(text, file);
    std::vector<std::string> why;
    for (const auto &[name, changed] : changes) {
        const auto entry = std::ranges::find(there.session.controllers, name,
                                             &SessionController::name);
        const SessionController &now = *find(name);
        std::string conflict = "it is not there, or has another plugin there";
        if (entry != there.session.controllers.end() && entry->plugin == now.plugin) {
            const ControllerOptions given = optionsOf(now);
            conflict = conflictOf(given, readOptions(changed, given).options, optionsOf(*entry));
            entry->options = withChanges(entry->options, changed);
        }
        if (!conflict.empty())
            why.push_back(file + ": " + name + ": " + conflict + ": apply the file first");
    }
    JsonProblems problems = check(there, m_plugins);
    if (!there.problems.empty() || why.empty())
        return sentences(file, problems);
    return why;
}

ApplyStatus LiveSession::save(const std::string &file)
{
    ApplyStatus status;
    status.hasEnded = true;
    if (!m_journal) {
        status.problems = {"this host keeps no journal, and does not know what is to stay"};
        return status;
    }
    const OptionChanges changes = changesToStay();
    status.untouched = m_members.size() - changes.size();
    const auto text = readSessionBytes(file);
    status.problems = text ? whyNotSaved(file, *text, changes) : sentences(file, text.error());
    if (status.problems.empty() && !changes.empty()) {
        if (auto written = writeSessionBytes(file, withChanges(*text, changes), &*text); !written)
            status.problems = {std::move(written.error())};
    }
    if (!status.problems.empty())
        return status;
    for (const auto &[name, changed] : changes) {
        SessionController saved = *find(name);
        saved.options = withChanges(std::move(saved.options), changed);
        keep(saved);
        status.steps.push_back({name, Kind::Change, wordsOf(changed), State::Done});
    }
    return status;
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
                                                     const Running &running,
                                                     const std::set<std::string> &waiting) const
{
    const Member *now = member(wanted.name);
    const auto found = running.find(wanted.name);
    const bool isRunning = found != running.end();
    if (!now)
        return SessionStep{wanted.name, Kind::Start};
    if (!isRunning && !waiting.contains(wanted.name))
        return SessionStep{wanted.name, Kind::Start, "it does not run"};
    if (isRunning && found->second.state >= ControllerState::Draining)
        return SessionStep{wanted.name, Kind::Restart, "it is being removed"};
    if (std::string why = whyAnew(*now, wanted); !why.empty())
        return SessionStep{wanted.name, Kind::Restart, std::move(why)};
    std::string options = wordsOf(writeOptions(optionsOf(wanted), optionsOf(now->controller)));
    if (options.empty())
        return std::nullopt;
    return SessionStep{wanted.name, isRunning ? Kind::Change : Kind::Restart, std::move(options)};
}

bool LiveSession::hasSameObjects(const Member &before, const SessionController &wanted) const
{
    return before.controller.plugin == wanted.plugin
           && (before.controller.parameters == wanted.parameters
               || before.input.parameters == inputOf(wanted, m_plugins).parameters);
}

std::string LiveSession::lossOf(const ControllerStatus &running,
                                const SessionController *wanted) const
{
    const Member *now = member(running.name);
    if (now && wanted && hasSameObjects(*now, *wanted))
        return {};
    Decisions decisions = decisionsOf(running, m_host);
    if (now)
        decisions.options = wordsOfEach(changedOptions(running), false);
    if (!now || !wanted || now->controller.plugin != wanted->plugin)
        return forgottenOf(decisions);
    std::string words;
    if (decisions.owed > 0)
        words = "holds "
                + counted(decisions.owed, "removal that is owed", "removals that are owed");
    if (decisions.texts > 0)
        words += (words.empty() ? "forgets " : ", forgets ") + textsOf(decisions);
    return words;
}

std::string LiveSession::endedTimeOf(const ControllerStatus &running,
                                     const SessionController *wanted,
                                     const JournalStatus &journal) const
{
    const auto found = std::ranges::find(journal.controllers, running.name,
                                         &JournalStatus::Controller::name);
    if (found == journal.controllers.end() || !found->changes.workers)
        return {};
    const TemporaryWorkers &workers = *found->changes.workers;
    const SessionController *const now = find(running.name);
    const bool isOver = workers.workers != running.options.workers
                        || workers.until <= m_clock.wallNow();
    const bool goesOn = now && wanted && wanted->plugin == now->plugin
                        && optionsOf(*wanted).workers == optionsOf(*now).workers;
    if (isOver || goesOn)
        return {};
    return "ends workers " + std::to_string(workers.workers) + " for "
           + formatDuration(workers.time) + (workers.who.empty() ? "" : ", set by ") + workers.who;
}

LiveSession::Differences LiveSession::differences(const Session &wanted,
                                                  const std::set<std::string> &waiting) const
{
    const Running running = runningNow();
    Differences all;
    for (const SessionController &each : wanted.controllers) {
        if (auto step = differenceOf(each, running, waiting))
            all.steps.push_back(*std::move(step));
        else
            all.untouched.insert(each.name);
    }
    for (const Member &each : m_members) {
        const std::string &name = each.controller.name;
        if (!findIn(wanted, name) && (running.contains(name) || waiting.contains(name)))
            all.steps.push_back({name, Kind::Stop});
    }
    if (wanted.alarms != m_alarms)
        all.steps.push_back({{}, Kind::Change, "alarms"});
    const JournalStatus journal = m_journal ? m_journal->port().status() : JournalStatus();
    for (SessionStep &step : all.steps) {
        const auto found = running.find(step.controller);
        if (found == running.end())
            continue;
        const SessionController *const then = findIn(wanted, step.controller);
        const std::string loss = stops(step) ? lossOf(found->second, then) : std::string();
        for (const std::string &each : {loss, endedTimeOf(found->second, then, journal)}) {
            if (!each.empty())
                step.what += (step.what.empty() ? "" : "; ") + each;
        }
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
    if (const std::string why = whyNotKept(); status.problems.empty() && !why.empty())
        status.problems = {why};
    if (status.problems.empty()) {
        status.steps = std::move(all.steps);
        status.untouched = all.untouched.size();
    }
    return status;
}

// What is stopped for it could not be started, and its end would be forgotten.
std::string LiveSession::whyNotKept() const
{
    const std::string why = m_journal ? m_journal->port().status().whyNotWritten : std::string();
    return why.empty() ? why
                       : "no other session is applied while the journal cannot be written (" + why
                             + "): pause or drain controllers until it can";
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
        if (step.controller.empty())
            step.state = State::Done;
        else if (step.kind == Kind::Change)
            change(step, running, *findIn(wanted.session, step.controller));
        else if (stops(step) && found != running.end())
            stop(step, found->second);
    }
    m_alarms = wanted.session.alarms;
    m_members.clear();
    for (const SessionController &each : wanted.session.controllers)
        m_members.push_back({each, inputOf(each, m_plugins)});
    std::erase_if(m_failed, [&](const auto &each) { return !find(each.first); });
    std::erase_if(m_legacies, [&](const auto &each) { return !find(each.first); });
    m_stopEnd = later(m_clock.now(), LongestStop);
    m_status.hasEnded = false;
    return advance();
}

void LiveSession::stop(const SessionStep &step, const ControllerStatus &running)
{
    auto known = m_host.replace(running.id, "it differs from the session");
    if (const Member *now = member(step.controller); now && step.kind == Kind::Restart)
        m_legacies.insert_or_assign(step.controller, Legacy{*now, optionsOf(now->controller),
                                                            running.options, std::move(known)});
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
    SetOptions set = setOptions(found->second.options, options);
    // A number that is set for a time does not go back, also if it is the one of the session.
    if (options.workers == found->second.options.workers
        && optionsOf(wanted).workers != optionsOf(*find(step.controller)).workers)
        std::ranges::move(setWorkers(options.workers).changes, std::back_inserter(set.changes));
    m_host.submit({found->second.id, std::move(set), "options of the session: " + step.what});
    if (m_journal)
        m_journal->give(step.controller, optionsOf(wanted));
    step.state = State::Done;
}

bool LiveSession::isOwed(const std::string &controller) const
{
    const std::vector<std::string> next = awaited();
    return m_failed.contains(controller) || std::ranges::find(next, controller) != next.end();
}

std::vector<std::string> LiveSession::awaited() const
{
    std::vector<std::string> names;
    for (const SessionStep &step : m_status.steps) {
        if (starts(step) && step.state == State::Planned)
            names.push_back(step.controller);
    }
    return names;
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
        end();
    else
        start(*next);
    return m_status;
}

void LiveSession::end()
{
    m_status.hasEnded = true;
    if (m_journal)
        m_journal->keepOnly(namesIn(session()), HostJournal::Left::WhileItRan);
}

bool LiveSession::isLeaving(const std::string &controller) const
{
    const std::vector<std::string> leaving = m_host.leaving();
    return std::ranges::find(leaving, controller) != leaving.end();
}

bool LiveSession::isAnyLeaving() const
{
    return std::ranges::any_of(m_status.steps, [this](const SessionStep &step) {
        return step.kind != Kind::Change && isLeaving(step.controller);
    });
}

void LiveSession::endStops()
{
    const auto isToEnd = [](const SessionStep &step) {
        return stops(step) && step.state == State::Planned;
    };
    if (std::ranges::none_of(m_status.steps, isToEnd))
        return;
    const std::vector<NamedController> running = m_host.controllers();
    for (SessionStep &step : m_status.steps) {
        if (!isToEnd(step))
            continue;
        const bool hasHung = isLeaving(step.controller);
        const bool isRunning = std::ranges::find(running, step.controller, &NamedController::name)
                               != running.end();
        if (hasHung || isRunning) {
            step.state = State::Failed;
            step.why = hasHung ? NotReturned : "it could not be removed: its event log says why";
            if (step.kind == Kind::Restart)
                noteFailed(step.controller, step.why);
        } else if (step.kind == Kind::Stop) {
            const bool isLost = m_wasLost && m_wasLost(step.controller);
            step.state = isLost ? State::Failed : State::Done;
            step.why = isLost ? NotInOrder : "";
        }
    }
}

std::shared_ptr<LastKnown> LiveSession::inherit(ControllerSpec &spec)
{
    const auto found = m_legacies.find(spec.name);
    const SessionController &now = *find(spec.name);
    if (found == m_legacies.end() || found->second.member.controller.plugin != now.plugin)
        return nullptr;
    const Legacy &legacy = found->second;
    if (!hasSameObjects(legacy.member, now))
        legacy.known->becomeOfOthers();
    const QJsonObject differs = writeOptions(spec.options, legacy.given);
    spec.options = withLiveOptions(spec.options, readOptions(differs, legacy.running).options);
    spec.known = legacy.known;
    return legacy.known;
}

void LiveSession::start(SessionStep &step)
{
    if (isLeaving(step.controller)) {
        step.state = State::Failed;
        step.why = NotReturned;
        noteFailed(step.controller, step.why);
        return;
    }
    auto spec = assemble(*find(step.controller), m_plugins, m_consist);
    ExitGuard::renew();
    const auto known = spec ? inherit(*spec) : nullptr;
    if (!spec) {
        step.why = spec.error().front().sentence();
    } else {
        logObjects(*spec);
        const auto id = m_journal ? m_journal->start(m_host, *std::move(spec),
                                                     optionsOf(*find(step.controller)), known)
                                  : m_host.add(*std::move(spec));
        if (id)
            m_legacies.erase(step.controller);
        else
            step.why = id.error();
    }
    if (known && step.why.empty())
        known->clear();
    step.state = step.why.empty() ? State::Done : State::Failed;
    if (step.why.empty())
        m_failed.erase(step.controller);
    else
        noteFailed(step.controller, step.why);
}

} // namespace qontroller
