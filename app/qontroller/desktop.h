// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/demo.h"
#include "app/qontroller/application.h"
#include "app/qontroller/desktopline.h"
#include "app/serve/drain.h"
#include "app/serve/servecontrol.h"
#include "core/base/files/lockedfd.h"
#include "core/engine/metrics/metricsserver.h"
#include "ui/window/mainwindow.h"

#include <tl/expected.hpp>

#include <memory>
#include <optional>
#include <string>

namespace qontroller {

/// What a desktop program needs and can be judged without a display.
struct DesktopSetup
{
    PluginSearch search;
    std::unique_ptr<Demo> demo;     ///< null without --demo
    std::optional<Session> session; ///< of the command line
    QString profile;                ///< empty: nothing is kept
    LockedFd taken;                 ///< the folder of \c profile
};

/// Reads the session, makes folders; loads nothing. The error is a sentence.
[[nodiscard]] tl::expected<DesktopSetup, std::string> prepareDesktop(const DesktopLine &line);

/// The window with the engine behind it. Needs a QApplication.
class Desktop
{
public:
    Desktop(DesktopLine line, DesktopSetup setup);

    /// Serves metrics and listens to front ends elsewhere. The error is a sentence; show nothing
    /// then.
    [[nodiscard]] tl::expected<void, std::string> start();

    /// Shows the window until it is closed, drains; gives the exit status.
    [[nodiscard]] int run();

private:
    void startControllers();
    void startDemo();
    void takePicture();
    void takeSignal();
    void drain();
    void clearUp();

    // In the order in which they must outlive each other; threads last.
    const DesktopLine m_line;
    DesktopSetup m_setup;
    Host m_host;
    Application m_application;
    std::unique_ptr<MetricsServer> m_metrics;
    std::unique_ptr<ControlService> m_control;
    Signals m_signals;
    std::unique_ptr<ui::MainWindow> m_window;
    std::optional<int> m_signal;
    int m_status = 0;
    Drain m_drain;
};

} // namespace qontroller
