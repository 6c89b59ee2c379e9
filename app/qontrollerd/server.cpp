// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerd/server.h"

#include "app/cli/exitstatus.h"
#include "app/program/installation.h"
#include "app/program/log.h"
#include "app/program/servemetrics.h"
#include "app/qontrollerd/statusreport.h"
#include "app/qontrollerd/verdict.h"
#include "app/session/assemble.h"
#include "app/session/sessionfile.h"

#include <algorithm>
#include <cstdlib>

#include <unistd.h>

namespace qontroller {

using namespace std::chrono_literals;

namespace {

/// A machine that runs out of memory ends programs too, and there is no operator here to ask.
constexpr std::size_t CrashLimit = 2;
constexpr Duration EventInterval = 500ms;
constexpr Duration IdleInterval = 20ms;
constexpr Duration DemoStatusInterval = 1s;
/// A summary that nothing reads is waited for that long.
constexpr Duration LastWords = 1s;
constexpr const char *DemoName = "demo";

void logLists(const std::vector<ControllerStatus> &controllers)
{
    for (const ControllerStatus &each : controllers) {
        if (const std::string trouble = listTrouble(each); !trouble.empty())
            log(LogLevel::Warning,
                {.controller = each.name, .event = "not in order", .text = trouble});
    }
}

using Problems = std::vector<std::string>;

tl::expected<Session, Problems> sessionOf(const ServerLine &line, Setup &setup)
{
    if (!line.demo) {
        SessionReading reading = readSessionFile(line.session);
        const JsonProblems problems = check(reading, *setup.plugins);
        if (!problems.empty())
            return tl::unexpected(sentences(line.session, problems));
        return std::move(reading.session);
    }
    auto demo = Demo::create();
    if (!demo)
        return tl::unexpected(Problems{demo.error()});
    setup.demo = std::move(*demo);
    return setup.demo->session();
}

tl::expected<void, Problems> makeControllers(const ServerLine &line, Setup &setup)
{
    const auto session = sessionOf(line, setup);
    if (!session)
        return tl::unexpected(session.error());
    // A check leaves the store to the server that may run, and a demonstration leaves nothing.
    const bool isKept = !line.check && !line.demo;
    setup.consist = std::make_unique<ConsistRuntime>(isKept ? stateFolder(line) : std::string());
    auto controllers = assemble(*session, *setup.plugins, *setup.consist);
    if (!controllers)
        return tl::unexpected(sentences(line.demo ? DemoName : line.session, controllers.error()));
    setup.controllers = std::move(*controllers);
    return {};
}

} // namespace

tl::expected<Setup, Problems> prepare(const ServerLine &line)
{
    Setup setup;
    if (!line.folder.empty()) {
        if (auto made = makeFolder("--state-dir", line.folder); !made)
            return tl::unexpected(Problems{made.error()});
    }
    auto search = pluginSearch(line);
    if (!search)
        return tl::unexpected(Problems{search.error()});
    search->crashLimit = CrashLimit;
    setup.plugins = std::make_unique<PluginCatalogue>(std::move(*search));
    const auto made = makeControllers(line, setup);
    for (const std::string &notice : setup.plugins->notices())
        log(LogLevel::Warning, notice);
    if (!made)
        return tl::unexpected(made.error());
    setup.consist->sayWhoIsAbsent();
    return setup;
}

Server::Server(ServerLine line, Setup setup)
    : m_line(std::move(line))
    , m_setup(std::move(setup))
    , m_events(m_host)
    , m_output(STDOUT_FILENO, {})
    , m_drain(m_host, m_signals, [consist = m_setup.consist.get()](TimePoint deadline) {
        return consist->finishCalls(deadline);
    })
{}

tl::expected<void, std::string> Server::start()
{
    auto metrics = serveMetrics(m_line.metrics, m_host,
                                [consist = m_setup.consist.get()] { return consist->counts(); });
    if (!metrics)
        return tl::unexpected(metrics.error());
    m_metrics = std::move(*metrics);
    for (const PluginRecord &plugin : m_setup.plugins->plugins()) {
        if (!plugin.isUsable())
            log(LogLevel::Warning, plugin.sentence);
    }
    m_started = m_clock.now();
    m_nextEvents = m_started;
    if (m_line.statusInterval || m_setup.demo)
        m_nextStatus = m_started + m_line.statusInterval.value_or(DemoStatusInterval);
    for (ControllerSpec &spec : m_setup.controllers) {
        const std::string name = spec.name;
        if (const auto id = m_host.add(std::move(spec)); !id)
            return tl::unexpected(id.error());
        log(LogLevel::Info, {.controller = name, .event = "started"});
    }
    m_setup.controllers.clear();
    if (m_setup.demo)
        m_setup.demo->start(m_host);
    return {};
}

int Server::run()
{
    while (!m_drain.isOver()) {
        if (const auto signal = m_signals.wait(nextWake()))
            take(*signal);
        tick();
    }
    return finish();
}

TimePoint Server::nextWake() const
{
    TimePoint next = std::min(m_nextStatus, m_nextEvents);
    if (m_drain.isStarted())
        return next;
    if (m_line.runFor)
        next = std::min(next, m_started + *m_line.runFor);
    if (m_line.untilIdle)
        next = std::min(next, m_clock.now() + IdleInterval);
    return next;
}

void Server::take(int signal)
{
    if (m_signal)
        endAtOnce(signal);
    m_signal = signal;
    log(LogLevel::Info, "ending: what is queued and running has 30s; a second signal ends at once");
    drain();
}

void Server::endAtOnce(int signal) const
{
    log(LogLevel::Warning, "a second signal came: ending at once");
    if (m_setup.demo)
        m_setup.demo->removeFolder();
    m_setup.plugins->releaseMarks();
    finishLog();
    std::_Exit(128 + signal);
}

void Server::tick()
{
    const TimePoint now = m_clock.now();
    if (now >= m_nextEvents) {
        m_nextEvents = now + EventInterval;
        m_events.pull();
    }
    if (now >= m_nextStatus) {
        m_nextStatus = now + m_line.statusInterval.value_or(DemoStatusInterval);
        const ReportStyle style = m_line.json ? ReportStyle::JsonLines : ReportStyle::Text;
        print(statusReport(style, ReportKind::Status, m_host.status(), elapsed()));
    }
    if (!m_drain.isStarted() && isDone(now))
        drain();
}

bool Server::isDone(TimePoint now) const
{
    if (m_line.runFor && now >= m_started + *m_line.runFor)
        return true;
    const auto isSettled = [](const ControllerStatus &each) {
        return each.isIdle() || isGivenUp(each);
    };
    return m_line.untilIdle && std::ranges::all_of(m_host.status(), isSettled)
           && m_setup.consist->isIdle();
}

void Server::drain()
{
    if (m_setup.demo)
        m_setup.demo->finish();
    m_drain.start();
}

int Server::finish()
{
    m_events.pull();
    m_drain.logLeft();
    const std::vector<std::string> unfinished = m_setup.consist->unfinished();
    for (const std::string &operation : unfinished)
        log(LogLevel::Warning, operation + ": it goes on with the next start");
    const std::vector<ControllerStatus> status = m_host.status();
    logLists(status);
    const ReportStyle style = m_line.json ? ReportStyle::JsonLines : ReportStyle::Text;
    print(statusReport(style, ReportKind::Summary, status, elapsed()));
    if (!m_output.finish(LastWords))
        log(LogLevel::Warning, "the summary could not be written: nothing reads standard output");
    sayWhatWasNotPrinted();
    if (m_signal)
        return 128 + *m_signal;
    const bool troubled = !unfinished.empty() || std::ranges::any_of(status, isTroubled);
    return numberOf(troubled ? ExitStatus::Troubled : ExitStatus::Well);
}

void Server::print(const std::string &text)
{
    m_output.write(text);
    if (m_notPrinted == 0)
        sayWhatWasNotPrinted();
}

void Server::sayWhatWasNotPrinted()
{
    const std::uint64_t dropped = m_output.dropped();
    if (dropped > m_notPrinted)
        log(LogLevel::Warning,
            std::to_string(dropped) + " lines of status could not be written to standard output");
    m_notPrinted = dropped;
}

Duration Server::elapsed() const
{
    return m_clock.now() - m_started;
}

} // namespace qontroller
