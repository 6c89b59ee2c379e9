// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "ui/applicationport.h"
#include "ui/window/windowoptions.h"

#include <functional>

class QWidget;

namespace qontroller::ui {

class Actions;
class ApplySessionDialog;
class Noticeboard;
class PluginDesk;

/// Opens, applies and saves sessions.
class SessionDesk final : public QObject
{
    Q_OBJECT

public:
    SessionDesk(QWidget &window, WindowOptions::Mode mode, const Actions &actions,
                ApplicationPort &application, PluginDesk &plugins, Noticeboard &notices);

    /// Starts all that the session in \a file has.
    void openFile(const QString &file);
    /// Asks for a file if the session has none; \a then runs once it is saved.
    void save(const std::function<void()> &then = {});
    /// What \a host runs, to its own session file.
    void saveOf(HostId host);
    /// What runs would be lost. Never so in a demo, nor where hosts elsewhere are shown.
    [[nodiscard]] bool hasUnsavedChanges() const;

    /// Gives a host what a dialog is about.
    using Give =
        std::function<void(HostId host, ApplyMode mode, const ApplicationPort::ApplyTold &told)>;
    /// Opens \a dialog, which is deleted when it closes.
    void run(ApplySessionDialog &dialog, const Give &give);

signals:
    /// The session may have another file now.
    void fileChanged();

private:
    void open();
    void chooseToApply();
    void apply(const QString &file);
    /// Tells \a dialog what comes of \a request, or the operator, once it is closed.
    [[nodiscard]] ApplicationPort::ApplyTold teller(ApplySessionDialog &dialog, int request,
                                                    ApplyMode mode);
    void sayApplied(const ApplyStatus &status, ApplyMode mode);
    void saveAs(const std::function<void()> &then = {});
    void saveTo(const QString &file, const std::function<void()> &then);

    QWidget &m_window;
    const WindowOptions::Mode m_mode;
    ApplicationPort &m_application;
    PluginDesk &m_plugins;
    Noticeboard &m_notices;
};

} // namespace qontroller::ui
