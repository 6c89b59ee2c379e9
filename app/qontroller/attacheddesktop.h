// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/program/signals.h"
#include "app/qontroller/attachedapplication.h"
#include "app/qontroller/desktopline.h"
#include "core/remote/attach/attachedhosts.h"
#include "ui/window/mainwindow.h"

#include <tl/expected.hpp>

#include <memory>
#include <optional>
#include <string>

namespace qontroller {

/// What a window of hosts elsewhere needs and can be judged without a display.
struct AttachedSetup
{
    std::string profile; ///< empty: nothing is kept
};

/// The error is a sentence.
[[nodiscard]] tl::expected<AttachedSetup, std::string> prepareAttached(const DesktopLine &line);

/// The window with hosts elsewhere behind it, which go on without it. Needs a QApplication.
class AttachedDesktop
{
public:
    AttachedDesktop(DesktopLine line, AttachedSetup setup);

    /// Shows the window until it is closed; gives the exit status.
    [[nodiscard]] int run();

private:
    void takePicture();
    void takeSignal();

    // In the order in which they must outlive each other.
    const DesktopLine m_line;
    const AttachedSetup m_setup;
    remote::AttachedHosts m_hosts;
    AttachedApplication m_application;
    Signals m_signals;
    std::unique_ptr<ui::MainWindow> m_window;
    std::optional<int> m_signal;
};

} // namespace qontroller
