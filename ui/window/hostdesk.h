// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>
#include <QtCore/QPointer>
#include <QtCore/QStringList>

#include "core/remote/link/hoststatus.h"

#include <vector>

class QWidget;

namespace qontroller::ui {

class Actions;
class ApplicationPort;
class ConnectDialog;
class LiveState;
class Noticeboard;
class WindowSettings;

/// Connects the window to hosts elsewhere, and remembers the addresses of those that it has
/// reached.
class HostDesk final : public QObject
{
    Q_OBJECT

public:
    HostDesk(QWidget &window, const Actions &actions, WindowSettings &settings,
             ApplicationPort &application, const LiveState &state, Noticeboard &notices);

    /// How it stands with the hosts, in the dialog if it is open.
    void showStates();
    /// Which hosts there are, and how it stands with them.
    void open();

private:
    /// Those that run on this computer.
    void showHere();
    void connectTo(const QString &address);
    void forget(const QString &address);
    void rememberReached(const std::vector<HostStatus> &hosts);
    [[nodiscard]] QStringList remembered() const;
    void remember(const QStringList &addresses);

    QWidget &m_window;
    WindowSettings &m_settings;
    ApplicationPort &m_application;
    const LiveState &m_state;
    Noticeboard &m_notices;
    QPointer<ConnectDialog> m_dialog;
    QStringList m_wanted; ///< addresses that were asked for and are not reached yet
};

} // namespace qontroller::ui
