// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/alarms/alarmwatch.h"
#include "app/cli/exitstatus.h"
#include "app/consist/consistruntime.h"
#include "app/demo/demo.h"
#include "app/log/linewriter.h"
#include "app/qontrollerd/crashbackoff.h"
#include "app/qontrollerd/eventlogger.h"
#include "app/qontrollerd/serverline.h"
#include "app/qontrollerd/sessionkeeper.h"
#include "app/serve/drain.h"
#include "app/serve/servecontrol.h"
#include "core/engine/host/host.h"
#include "core/engine/journal/journaledcontrol.h"
#include "core/engine/metrics/metricsserver.h"
#include "core/plugins/load/plugincatalogue.h"

#include <tl/expected.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace qontroller {

/// All that a server runs, judged and loaded but not started.
struct Setup
{
    LockedFd taken;             ///< the folder of --state-dir
    std::unique_ptr<Demo> demo; ///< null without --demo
    std::unique_ptr<PluginCatalogue> plugins;
    std::unique_ptr<ConsistRuntime> consist;
    std::unique_ptr<HostJournal> journal; ///< null: none is kept
    std::unique_ptr<CrashBackOff> backOff;
    Clock *clock = &SteadyClock::instance();
    Session session;                         ///< all of it
    SessionPart selection;                   ///< of --only
    std::vector<ControllerSpec> controllers; ///< without those in back-off
};

/// Why a server is not started.
struct NotPrepared
{
    std::vector<std::string> sentences; ///< all that is wrong
    ExitStatus status = ExitStatus::Refused;
};

/// Takes the folder of --state-dir, reads the session, finds and loads plugins, and makes the
/// folders that they keep state in. Logs what is worth a warning. For the program's first
/// thread, before another one logs. \a clock is the server's, and outlives it.
[[nodiscard]] tl::expected<Setup, NotPrepared> prepare(const ServerLine &line,
                                                       Clock &clock = SteadyClock::instance());

/// Runs controllers until it is told to end, then drains them.
///
/// The thread that calls run() waits for signals all the time, also while the
/// controllers drain on another thread, so that a second signal is heard. For one thread.
class Server
{
public:
    Server(ServerLine line, Setup setup);

    struct NotStarted
    {
        std::string sentence;
        ExitStatus status; ///< InternalError: threads, descriptors or controllers lack
    };
    /// Starts metrics and controllers. After an error nothing runs.
    [[nodiscard]] tl::expected<void, NotStarted> start();

    /// Until the end; gives the exit status.
    [[nodiscard]] int run();

private:
    [[nodiscard]] TimePoint nextWake() const;
    void take(int signal);
    void clearUp() const;
    void sleep();
    void tick();
    [[nodiscard]] bool isDone(TimePoint now) const;
    /// The problem is a sentence.
    [[nodiscard]] std::optional<std::string> startOne(ControllerSpec spec);
    [[nodiscard]] tl::expected<void, NotStarted> beginJournal();
    [[nodiscard]] tl::expected<void, NotStarted> beginAlarms();
    /// That earlier lives have begun, once all controllers have started.
    void goOnWithJobs();
    /// Signals go on to reach the program whatever a plugin does with them.
    void keepSignals();
    void startDue();
    void drain();
    [[nodiscard]] int finish();
    /// Names what waits for a person.
    void logUndecided();
    /// Those that have not ended. False: there are none.
    [[nodiscard]] bool logJobs();
    void print(const std::string &text);
    void sayWhyLost(const std::string &why);
    [[nodiscard]] tl::expected<void, NotStarted> listen();
    [[nodiscard]] std::string whyNoOtherSession() const;
    [[nodiscard]] Duration elapsed() const;

    // In the order in which they must outlive each other; threads last.
    const ServerLine m_line;
    Setup m_setup;
    Clock &m_clock;
    Host m_host;
    std::unique_ptr<JournalWriter> m_journal; ///< null: none is kept
    JournaledControl m_orders;
    OperatorNotes m_operators{m_host, m_orders, m_setup.journal.get()};
    EventLogger m_events;
    Signals m_signals{HangUp::IsWord};
    SessionKeeper m_keeper;
    AlarmWatch m_alarms;
    std::unique_ptr<MetricsServer> m_metrics;
    std::unique_ptr<ControlService> m_control;
    TimePoint m_started;
    TimePoint m_nextStatus = TimePoint::max();
    TimePoint m_nextEvents;
    std::optional<int> m_signal;
    LineWriter m_output;
    bool m_isOutputLost = false; ///< not all of it was written, and the log says so
    Drain m_drain;
};

} // namespace qontroller
