// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerd/server.h"

#include "app/cli/controlsocket.h"
#include "app/cli/exitstatus.h"
#include "app/log/log.h"
#include "app/qontrollerd/controllerend.h"
#include "app/qontrollerd/earlierlives.h"
#include "app/qontrollerd/serverend.h"
#include "app/qontrollerd/statusreport.h"
#include "app/qontrollerd/undecided.h"
#include "app/serve/ending.h"
#include "app/serve/exitguard.h"
#include "app/serve/hostjournal.h"
#include "app/serve/installation.h"
#include "app/serve/servemetrics.h"
#include "app/serve/supply.h"
#include "app/session/assemble.h"
#include "app/session/sessionfile.h"
#include "core/base/files/descriptors.h"
#include "core/plugins/process/lifesession.h"

#include <algorithm>
#include <csignal>
#include <functional>
#include <set>
#include <system_error>

#include <unistd.h>

#include <cstdio>

namespace qontroller {

using namespace std::chrono_literals;

namespace {

constexpr Duration EventInterval = 500ms;
constexpr Duration IdleInterval = 20ms;
constexpr Duration DemoStatusInterval = 1s;
/// A summary that nothing reads is waited for that long.
constexpr Duration LastWords = 1s;
constexpr const char *DemoName = "demo";
/// To read a session and look at plugins: what cannot be opened would seem to be wrong.
constexpr Supply OfLooking{.descriptors = 4};

void logLists(const std::vector<ControllerStatus> &controllers)
{
    for (const ControllerStatus &each : controllers) {
        if (const std::string trouble = listTrouble(each); !trouble.empty())
            log(LogLevel::Warning,
                {.controller = each.name, .event = "not in order", .text = trouble});
    }
}

tl::unexpected<NotPrepared> notPrepared(const std::string &sentence)
{
    return tl::unexpected(NotPrepared{{sentence}});
}

/// The session is to blame if any value of it is, and that is said first.
tl::unexpected<NotPrepared> notPrepared(const std::string &origin, JsonProblems problems)
{
    std::ranges::stable_sort(problems, {}, &JsonProblem::cause);
    const bool isWrong = problems.front().cause == ProblemCause::Value;
    return tl::unexpected(NotPrepared{sentences(origin, problems),
                                      isWrong ? ExitStatus::Refused : ExitStatus::InternalError});
}

tl::expected<Session, NotPrepared> sessionOf(const ServerLine &line, Setup &setup)
{
    if (!line.demo) {
        SessionReading reading = readSessionFile(line.session);
        JsonProblems problems = check(reading, *setup.plugins);
        if (line.check && !problems.empty())
            problems = checkByMaking(reading, *setup.plugins);
        if (!problems.empty())
            return notPrepared(line.session, std::move(problems));
        return std::move(reading.session);
    }
    auto demo = Demo::create();
    if (!demo)
        return notPrepared(demo.error());
    setup.demo = std::move(*demo);
    return setup.demo->session();
}

ExitStatus statusOf(bool isShortage)
{
    return isShortage ? ExitStatus::InternalError : ExitStatus::Refused;
}

/// Whether a later try may go well: no value is to blame.
bool isPassing(const JsonProblems &problems)
{
    return std::ranges::none_of(problems, [](const JsonProblem &each) {
        return each.cause == ProblemCause::Value;
    });
}

/// A check and a dry run may look at the session of a server that runs.
bool onlyLooks(const ServerLine &line)
{
    return line.check || line.reach() == Reach::Look;
}

/// The controller, as far as the line wants it.
void fit(ControllerSpec &spec, const ServerLine &line, const Setup &setup)
{
    limit(spec, setup.selection, line.reach());
    spec.listsWhenIdle = line.untilIdle;
}

tl::expected<void, NotPrepared> openJournal(const ServerLine &line, Setup &setup)
{
    // Who handles one object alone would take all others for deleted.
    if (onlyLooks(line) || line.demo || !line.isJournaled || !setup.selection.id.empty())
        return {};
    auto journal = std::make_unique<HostJournal>();
    const auto opened = journal->moveTo(journalFile(line), !line.folder.empty());
    if (!opened)
        return tl::unexpected(
            NotPrepared{{opened.error().message}, statusOf(opened.error().mayPass)});
    if (journal->health())
        setup.journal = std::move(journal);
    return {};
}

tl::expected<void, NotPrepared> makeControllers(const ServerLine &line, Setup &setup)
{
    auto session = sessionOf(line, setup);
    if (!session)
        return tl::unexpected(session.error());
    const auto selection = findSessionPart(*session, line.only);
    if (!selection)
        return notPrepared(selection.error());
    setup.session = *session;
    session = selected(*std::move(session), *selection, line.reach());
    // Who only looks leaves the store to the server that may run; a demonstration leaves nothing.
    const bool isKept = !onlyLooks(line) && !line.demo;
    setup.consist = std::make_unique<ConsistRuntime>(isKept ? stateFolder(line) : std::string());
    setup.backOff = std::make_unique<CrashBackOff>(*session, *setup.plugins, *setup.clock);
    KeepBack keepBack; // a check says what goes wrong
    if (!line.check)
        keepBack = std::bind_front(&CrashBackOff::keepBack, setup.backOff.get());
    auto controllers = assemble(*session, *setup.plugins, *setup.consist, setup.backOff->names(),
                                keepBack);
    if (!controllers)
        return notPrepared(line.demo ? DemoName : line.session, std::move(controllers.error()));
    setup.controllers = std::move(*controllers);
    setup.selection = *selection;
    for (ControllerSpec &spec : setup.controllers)
        fit(spec, line, setup);
    return {};
}

} // namespace

tl::expected<Setup, NotPrepared> prepare(const ServerLine &line, Clock &clock)
{
    setLifeSession(line.session);
    Setup setup;
    setup.clock = &clock;
    if (const std::string lack = whatLacks(OfLooking); !lack.empty())
        return tl::unexpected(
            NotPrepared{{"the server cannot start: " + lack}, ExitStatus::InternalError});
    std::error_code ignored; // it is not there then
    const bool isLeft = line.reach() == Reach::Look
                        && !std::filesystem::exists(line.folder, ignored);
    auto taken = openNamedFolder("--state-dir", isLeft ? std::string() : line.folder,
                                 onlyLooks(line) ? FolderUse::Shared : FolderUse::Exclusive);
    if (!taken)
        return notPrepared(taken.error());
    setup.taken = std::move(*taken);
    auto search = pluginSearch(line);
    if (!search)
        return notPrepared(search.error());
    search->afterCrash = AfterCrash::TryAgain;
    if (line.reach() == Reach::Look)
        search->guardFolder.clear(); // nothing is written, and who looks sees a crash
    if (!onlyLooks(line)) {
        endEarlierLives(line.session);
        search->host = line.demo ? HostIdentity() : hostIdentity(line);
    }
    setup.plugins = std::make_unique<PluginCatalogue>(std::move(*search));
    const auto made = makeControllers(line, setup);
    for (const std::string &notice : setup.plugins->notices())
        log(LogLevel::Warning, notice);
    if (!made)
        return tl::unexpected(made.error());
    if (auto opened = openJournal(line, setup); !opened)
        return tl::unexpected(std::move(opened.error()));
    setup.consist->sayWhoIsAbsent();
    return setup;
}

Server::Server(ServerLine line, Setup setup)
    : m_line(std::move(line))
    , m_setup(std::move(setup))
    , m_clock(*m_setup.clock)
    , m_journal(m_setup.journal ? m_setup.journal->writerOf(m_host) : nullptr)
    , m_orders(m_host, m_setup.journal ? m_setup.journal->turns() : nullptr)
    , m_events(m_host)
    , m_keeper({m_line.session, whyNoOtherSession(), [this] { m_signals.wake(); },
                [this](const std::string &who, const std::string &text) {
                    m_operators.note(who, text);
                },
                [this](const std::string &controller) {
                    m_events.pull(); // its last words
                    return m_events.lostProcesses().has(controller);
                },
                m_setup.journal.get(),
                [this](const Session &session) { m_alarms.set(session.alarms, namesIn(session)); }},
               m_setup.session, m_host, *m_setup.plugins, *m_setup.consist, *m_setup.backOff)
    , m_alarms({hostName(m_line.session), m_host, &m_keeper.port(),
                m_setup.journal ? &m_setup.journal->port() : nullptr,
                [consist = m_setup.consist.get()] { return consist->mover(); },
                [this](const std::string &who, const std::string &what) {
                    m_operators.noteDone(who, what);
                },
                [this](const Delta &delta) { m_operators.take(delta); },
                [journal = m_setup.journal.get()](KeptAlarms all) {
                    if (journal)
                        journal->keep(std::move(all));
                },
                [journal = m_setup.journal.get()] {
                    if (journal)
                        static_cast<void>(journal->turns()->sync());
                },
                m_clock})
    , m_output(STDOUT_FILENO, {})
    , m_drain(m_host, m_signals, [consist = m_setup.consist.get()](TimePoint deadline) {
        return consist->finishCalls(deadline);
    })
{}

tl::expected<void, Server::NotStarted> Server::start()
{
    auto metrics = serveMetrics({m_line.metrics, m_line.metricsPasswords, m_line.metricsTls},
                                m_host,
                                [consist = m_setup.consist.get()] { return consist->counts(); },
                                {[waiting = m_setup.backOff.get()] { return waiting->count(); },
                                 [this] { return m_keeper.isApplied(); },
                                 [journal = m_setup.journal.get()] {
                                     return journal ? journal->health() : std::nullopt;
                                 },
                                 [this] { return m_alarms.facts(); }, m_operators.counts()});
    const bool isWanted = m_line.isMetricsNamed || !m_line.metricsPasswords.empty()
                          || !m_line.metricsTls.empty();
    if (!metrics && isWanted)
        return tl::unexpected(
            NotStarted{metrics.error().sentence, statusOf(metrics.error().isShortage)});
    if (metrics)
        m_metrics = std::move(*metrics);
    else // another server, perhaps, and the work matters more
        log(LogLevel::Warning, "no metrics are served: " + metrics.error().sentence);
    if (auto listening = listen(); !listening)
        return listening;
    if (auto begun = beginJournal(); !begun)
        return begun;
    for (const PluginRecord &plugin : m_setup.plugins->plugins()) {
        if (!plugin.isUsable())
            log(LogLevel::Warning, plugin.sentence);
    }
    m_started = m_clock.now();
    m_nextEvents = m_started;
    if (m_line.statusInterval || m_setup.demo)
        m_nextStatus = m_started + m_line.statusInterval.value_or(DemoStatusInterval);
    for (ControllerSpec &spec : m_setup.controllers) {
        if (const auto problem = startOne(std::move(spec)))
            return tl::unexpected(NotStarted{*problem, ExitStatus::InternalError});
    }
    m_setup.controllers.clear();
    if (auto begun = beginAlarms(); !begun)
        return begun;
    if (m_setup.journal)
        goOnWithJobs();
    m_keeper.publish();
    if (m_control)
        m_control->welcome();
    if (m_setup.demo)
        m_setup.demo->start(m_host);
    return {};
}

std::string Server::whyNoOtherSession() const
{
    if (m_setup.demo)
        return "a demonstration has its own session";
    if (!m_line.only.empty())
        return "this host runs a part of its session alone (--only)";
    if (m_line.reach() != Reach::Always)
        return "this host looks at each object once and ends";
    return {};
}

tl::expected<void, Server::NotStarted> Server::listen()
{
    const std::string socket = m_line.socket();
    if (socket.empty()) {
        if (!m_line.isControlNamed && !m_line.endsWhenIdle())
            log(LogLevel::Info, "qontrollerctl and windows do not reach this host: neither "
                                "RUNTIME_DIRECTORY nor XDG_RUNTIME_DIR is set, so name a socket "
                                "with --control");
        return {};
    }
    auto control = ControlService::start(socket, m_line.controlTls,
                                         {m_host, m_operators, hostName(m_line.session),
                                          m_keeper.port(),
                                          m_setup.journal ? &m_setup.journal->port() : nullptr,
                                          [consist = m_setup.consist.get()] {
                                              return consist->mover();
                                          },
                                          &m_alarms});
    if (!control && m_line.isControlNamed)
        return tl::unexpected(NotStarted{"--control: " + control.error().sentence,
                                         statusOf(control.error().isShortage)});
    if (control)
        m_control = std::move(*control);
    else // another server of the same name, perhaps, and the work matters more
        log(LogLevel::Warning,
            "other programs can neither see nor steer this host: " + control.error().sentence);
    return {};
}

tl::expected<void, Server::NotStarted> Server::beginJournal()
{
    if (!m_journal)
        return {};
    m_setup.journal->keepOnly(namesIn(m_setup.session), HostJournal::Left::Before);
    try {
        m_journal->begin();
        return {};
    } catch (const std::system_error &error) {
        return tl::unexpected(NotStarted{std::string("the journal has no thread: ") + error.what(),
                                         ExitStatus::InternalError});
    }
}

/// Who looks at each object once and ends says all in its exit status.
tl::expected<void, Server::NotStarted> Server::beginAlarms()
{
    if (m_setup.journal)
        m_alarms.restore(m_setup.journal->alarms());
    m_alarms.set(m_setup.session.alarms, namesIn(m_setup.session));
    if (m_line.endsWhenIdle())
        return {};
    try {
        m_alarms.begin();
        return {};
    } catch (const std::system_error &error) {
        return tl::unexpected(NotStarted{std::string("alarms have no thread: ") + error.what(),
                                         ExitStatus::InternalError});
    }
}

void Server::goOnWithJobs()
{
    if (m_line.reach() == Reach::Always && m_line.only.empty())
        return m_operators.goOnWithJobs();
    if (const std::size_t left = m_setup.journal->jobsLeft(); left > 0)
        log(LogLevel::Info, std::to_string(left) + (left == 1 ? " job" : " jobs")
                                + " of earlier lives: left for a start without --once, "
                                  "--dry-run or --only");
}

std::optional<std::string> Server::startOne(ControllerSpec spec)
{
    const std::string name = spec.name;
    const SessionController *const controller = m_keeper.find(name);
    const auto id = controller && m_setup.journal
                        ? m_setup.journal->start(m_host, std::move(spec),
                                                 optionsOf(*controller, *m_setup.plugins))
                        : m_host.add(std::move(spec));
    if (!id)
        return id.error();
    log(LogLevel::Info, {.controller = name, .event = "started"});
    return std::nullopt;
}

int Server::run()
{
    while (!m_drain.isOver()) {
        sleep();
        if (areDescriptorsClosed())
            endWithoutDescriptors({}, "a plugin");
        tick();
    }
    return finish();
}

/// Until there is something to do.
void Server::sleep()
{
    const Duration left = std::min<Duration>(nextWake() - m_clock.now(), 1h);
    if (const auto signal = m_signals.wait(SteadyClock::instance().now() + left))
        take(*signal);
}

TimePoint Server::nextWake() const
{
    TimePoint next = std::min({m_nextStatus, m_nextEvents, m_keeper.next()});
    if (m_drain.isStarted())
        return next;
    next = std::min(next, m_setup.backOff->next());
    if (m_line.runFor)
        next = std::min(next, m_started + *m_line.runFor);
    if (m_line.endsWhenIdle())
        next = std::min(next, m_clock.now() + IdleInterval);
    return next;
}

void Server::take(int signal)
{
    if (signal == SIGHUP && !m_signals.hasLostTerminal())
        return m_keeper.readAgain();
    if (m_signal)
        endAtOnce(signal, m_drain.notStopped(), [this] { clearUp(); });
    m_signal = signal;
    logFirstSignal();
    drain();
}

void Server::clearUp() const
{
    if (m_setup.demo)
        m_setup.demo->removeFolder();
    m_setup.plugins->releaseMarks();
}

void Server::tick()
{
    const TimePoint now = m_clock.now();
    if (now >= m_nextEvents) {
        m_nextEvents = now + EventInterval;
        m_events.pull();
        keepSignals();
        settleLog();
        if (m_setup.journal)
            m_setup.journal->sayIfLate();
    }
    if (now >= m_nextStatus) {
        m_nextStatus = now + m_line.statusInterval.value_or(DemoStatusInterval);
        const ReportStyle style = m_line.json ? ReportStyle::JsonLines : ReportStyle::Text;
        print(statusReport(style, ReportKind::Status, m_host.status(), elapsed()));
    }
    m_keeper.work();
    if (m_drain.isStarted())
        return;
    if (now >= m_setup.backOff->next())
        startDue();
    if (isDone(now))
        drain();
}

void Server::keepSignals()
{
    const std::string taken = m_signals.takeAgain();
    if (!taken.empty())
        log(LogLevel::Warning, "a plugin has replaced this program's handling of " + taken
                                   + ", which is now restored: give a plugin that takes or ignores "
                                     "signals \"isolation\": \"process\"");
}

void Server::startDue()
{
    const auto due = m_setup.backOff->takeDue(m_host.status());
    if (!due)
        return;
    auto spec = assemble(*due, *m_setup.plugins, *m_setup.consist);
    if (spec)
        fit(*spec, m_line, m_setup);
    const std::optional<std::string> problem = spec ? startOne(std::move(*spec))
                                                    : spec.error().front().sentence();
    if (spec)
        m_setup.backOff->noteMade(due->name);
    if (!spec && isPassing(spec.error())) {
        m_setup.backOff->keepBack(*due, *problem);
    } else if (problem) {
        m_keeper.noteFailed(due->name, *problem);
        log(LogLevel::Error, {.controller = due->name, .event = "not started", .text = *problem});
    }
    m_keeper.publish();
    ExitGuard::renew();
}

bool Server::isDone(TimePoint now) const
{
    if (m_line.runFor && now >= m_started + *m_line.runFor)
        return true;
    const bool isOnce = m_line.reach() != Reach::Always;
    const auto isSettled = [isOnce](const ControllerStatus &each) {
        return (isOnce ? each.isHandled() : each.isIdle()) || restsPaused(each)
               || isGivenUp(each, isOnce ? 1 : MostFailedLists);
    };
    return m_line.endsWhenIdle() && std::ranges::all_of(m_host.status(), isSettled)
           && m_setup.consist->isIdle();
}

void Server::drain()
{
    if (m_setup.demo)
        m_setup.demo->finish();
    m_keeper.close();
    m_alarms.rest();
    m_operators.jobs().giveNoMore();
    m_drain.start();
}

bool Server::logJobs()
{
    bool isAny = false;
    for (const JobStatus &job : m_operators.jobs().list()) {
        if (job.hasEnded())
            continue;
        isAny = true;
        const bool goesOn = m_setup.journal && m_setup.journal->jobs().keeps(job.id);
        log(LogLevel::Warning, {.controller = job.controller,
                                .event = "job",
                                .text = "job " + std::to_string(job.id) + " has not ended, and "
                                        + (goesOn ? "goes on with the next start" : "is stopped")
                                        + " after " + std::to_string(job.given) + " of "
                                        + std::to_string(job.eligible) + ": " + describe(job)});
    }
    return isAny;
}

int Server::finish()
{
    m_events.pull();
    m_drain.logLeft();
    const std::vector<LogLine> unfinished = m_setup.consist->unfinished();
    for (const LogLine &operation : unfinished)
        log(LogLevel::Warning, operation);
    const std::vector<ControllerStatus> status = m_host.status();
    logLists(status);
    logUndecided();
    const bool leavesJobs = logJobs();
    const ReportStyle style = m_line.json ? ReportStyle::JsonLines : ReportStyle::Text;
    const bool isDry = m_line.reach() == Reach::Look;
    const std::vector<std::string> lost = m_events.lostProcesses().names();
    std::fflush(stdout); // what plugins have printed does not come behind the last line
    print(notStoppedReport(style, lost));
    print(statusReport(style, isDry ? ReportKind::DryRun : ReportKind::Summary, status, elapsed()));
    sayWhyLost(m_output.finish(LastWords) ? m_output.whyDropped() : "nothing reads it");
    const bool isKept = !m_setup.journal || m_setup.journal->isKept();
    const int end = exitStatusOf({.signal = m_signal,
                                  .leavesCalls = m_drain.leavesCalls(),
                                  .isOutputLost = m_isOutputLost,
                                  .leftUndone = m_drain.left(),
                                  .leavesOperations = !unfinished.empty(),
                                  .leavesJobs = leavesJobs,
                                  .isSessionApplied = m_keeper.isWhole(),
                                  .keptBack = m_setup.backOff->count(),
                                  .isJournalLost = !isKept,
                                  .lostProcesses = lost.size(),
                                  .controllers = status});
    if (m_drain.leavesCalls() || (m_journal && m_setup.journal->turns()->late() > 0s))
        endWithoutDestructors(end, [this] { clearUp(); });
    return end;
}

void Server::logUndecided()
{
    constexpr Duration Longest = std::chrono::seconds(2);
    const TimePoint end = m_clock.now() + Longest;
    for (const LogLine &line : undecided(m_host, [&] { return m_clock.now() >= end; }))
        log(LogLevel::Warning, line);
}

void Server::print(const std::string &text)
{
    m_output.write(text);
    sayWhyLost(m_output.whyDropped());
}

/// \a why: empty: nothing is lost.
void Server::sayWhyLost(const std::string &why)
{
    if (why.empty() || m_isOutputLost)
        return;
    m_isOutputLost = true;
    log(LogLevel::Error, notPrinted(why));
}

Duration Server::elapsed() const
{
    return m_clock.now() - m_started;
}

} // namespace qontroller
