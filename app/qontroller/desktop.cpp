// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/qontroller/desktop.h"

#include "app/cli/controlsocket.h"
#include "app/cli/exitstatus.h"
#include "app/serve/ending.h"
#include "app/serve/installation.h"
#include "app/serve/servemetrics.h"
#include "app/session/sessionfile.h"
#include "core/plugins/process/lifesession.h"

#include <QtCore/QSocketNotifier>
#include <QtCore/QTimer>
#include <QtWidgets/QApplication>

#include <cstdio>

namespace qontroller {

namespace {

constexpr const char *DemoName = "demo";

/// Where settings are kept. A demonstration and a picture should look the same
/// everywhere, so they keep none unless a folder is named.
std::string profileOf(const DesktopLine &line)
{
    if (!line.folder.empty() || line.demo || !line.screenshot.empty())
        return line.folder;
    return userFolder();
}

ui::WindowOptions windowOptions(const DesktopLine &line, const QString &profile)
{
    ui::WindowOptions options;
    options.access = line.readOnly ? ui::WindowOptions::Access::ReadOnly
                                   : ui::WindowOptions::Access::Full;
    options.mode = line.demo ? ui::WindowOptions::Mode::Demo : ui::WindowOptions::Mode::Normal;
    options.tab = line.tab;
    options.profileDirectory = profile;
    return options;
}

} // namespace

tl::expected<DesktopSetup, std::string> prepareDesktop(const DesktopLine &line)
{
    DesktopSetup setup;
    auto search = pluginSearch(line, line.safeMode ? PluginPolicy::SafeMode : PluginPolicy::Load);
    if (!search)
        return tl::unexpected(search.error());
    setup.search = std::move(*search);
    setLifeSession(line.session);
    if (!line.session.empty()) {
        auto session = loadSession(line.session);
        if (!session)
            return tl::unexpected(session.error());
        setup.session = std::move(*session);
    }
    if (const std::string profile = profileOf(line); !profile.empty()) {
        auto taken = openNamedFolder("--profile", profile);
        if (!taken)
            return tl::unexpected(taken.error());
        setup.taken = std::move(*taken);
        setup.search.host = hostIdentity(line);
        setup.profile = QString::fromStdString(profile);
    }
    if (line.demo) {
        auto demo = Demo::create();
        if (!demo)
            return tl::unexpected(demo.error());
        setup.demo = std::move(*demo);
    }
    return setup;
}

Desktop::Desktop(DesktopLine line, DesktopSetup setup)
    : m_line(std::move(line))
    , m_setup(std::move(setup))
    , m_application(m_host, m_setup.search, m_line.demo ? std::string() : stateFolder(m_line),
                    m_line.readOnly ? QStringList{"--read-only"} : QStringList(),
                    m_line.isJournaled ? Application::Journal::Kept : Application::Journal::Off)
    , m_drain(m_host, m_signals,
              [this](TimePoint deadline) { return m_application.finishConsistCalls(deadline); })
{}

tl::expected<void, std::string> Desktop::start()
{
    auto metrics = serveMetrics({m_line.metrics, m_line.metricsPasswords, m_line.metricsTls},
                                m_host, [this] { return m_application.consistCounts(); },
                                {.journal = [this] { return m_application.journalHealth(); },
                                 .alarms = [this] { return m_application.alarms().facts(); },
                                 .control = m_application.operators().counts()});
    if (!metrics)
        return tl::unexpected(metrics.error().sentence);
    m_metrics = std::move(*metrics);
    if (m_line.control.empty())
        return {};
    auto control = ControlService::start(m_line.control, m_line.controlTls,
                                         {m_host, m_application.operators(),
                                          hostName(m_line.session), m_application.sessionPort(),
                                          &m_application.journal(),
                                          [this] { return m_application.lifecycle(); },
                                          &m_application.alarms()});
    if (!control)
        return tl::unexpected("--control: " + control.error().sentence);
    m_control = std::move(*control);
    m_application.setOwnSocket(m_line.control);
    return {};
}

int Desktop::run()
{
    m_window = std::make_unique<ui::MainWindow>(m_application,
                                                windowOptions(m_line, m_setup.profile));
    m_window->show();
    if (m_line.screenshot.empty())
        m_window->askAfterCrash([this] { startControllers(); });
    else
        startControllers(); // without an operator to answer
    if (m_control)          // even while the operator is asked, which may take all night
        m_control->welcome();
    QSocketNotifier heard(m_signals.descriptor(), QSocketNotifier::Read);
    QObject::connect(&heard, &QSocketNotifier::activated, qApp, [this] { takeSignal(); });
    if (!m_line.screenshot.empty()) {
        const auto after = std::chrono::round<std::chrono::milliseconds>(*m_line.after);
        QTimer::singleShot(after, qApp, [this] { takePicture(); });
    }
    m_status = QApplication::exec();
    heard.setEnabled(false);
    drain();
    if (!m_application.isJournalKept() && m_status == 0)
        m_status = numberOf(ExitStatus::Troubled);
    return m_signal ? 128 + *m_signal : m_status;
}

void Desktop::startControllers()
{
    if (m_setup.demo)
        startDemo();
    ui::Result result;
    if (m_setup.session)
        result = m_application.openSession(QString::fromStdString(m_line.session));
    for (const QString &notice : m_application.notices())
        m_window->showMessage(notice);
    if (!result.isDone())
        m_window->showFailure(result.sentence);
}

void Desktop::startDemo()
{
    const ui::Result started = m_application.startSession(m_setup.demo->session(), DemoName);
    if (started.isDone())
        m_setup.demo->start(m_host);
    else
        m_window->showFailure(started.sentence);
}

void Desktop::takePicture()
{
    const ui::Result result = m_window->grabTo(QString::fromStdString(m_line.screenshot));
    if (!result.isDone())
        std::fprintf(stderr, "qontroller: %s\n", qPrintable(result.sentence));
    QApplication::exit(result.isDone() ? 0 : 1);
}

void Desktop::takeSignal()
{
    const auto signal = m_signals.wait(TimePoint());
    if (!signal)
        return;
    m_signal = signal;
    m_window->saveLayout();
    logFirstSignal();
    QApplication::exit(0); // quit() would let the window ask
}

/// The window is gone; a signal that comes meanwhile is the second.
void Desktop::drain()
{
    m_window.reset();
    m_control.reset(); // what asks for another session is answered by the loop that has ended
    m_application.alarms().rest();
    m_application.operators().jobs().close();
    if (m_setup.demo)
        m_setup.demo->finish();
    m_drain.start();
    while (!m_drain.isOver()) {
        const auto signal = m_signals.wait(TimePoint::max());
        if (signal && std::exchange(m_signal, signal))
            endAtOnce(*signal, m_drain.notStopped(), [this] { clearUp(); });
    }
    m_drain.logLeft();
    if (m_drain.leavesCalls())
        endWithoutDestructors(m_signal ? 128 + *m_signal : numberOf(ExitStatus::InternalError),
                              [this] { clearUp(); });
}

void Desktop::clearUp()
{
    if (m_setup.demo)
        m_setup.demo->removeFolder();
    m_application.releaseMarks();
}

} // namespace qontroller
