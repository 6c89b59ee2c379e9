// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>
#include <QtCore/QStringList>

#include "ui/window/windowoptions.h"

class QSystemTrayIcon;
class QWidget;

namespace qontroller::ui {

class ApplicationPort;
class LiveState;

/// What the title of the window says, and the icon in the tray with it: what is paused must
/// be seen there, too.
class WindowTitle final : public QObject
{
    Q_OBJECT

public:
    WindowTitle(QWidget &window, WindowOptions options, const LiveState &state,
                const ApplicationPort &application);

    void show();
    /// So many needs are a person's.
    void setUrgent(int count) { m_urgent = count; }
    /// Before all other windows.
    void raiseWindow();

private:
    [[nodiscard]] bool areAllPaused() const;
    /// Every host lets this operator look, and no more.
    [[nodiscard]] bool maySteerNone() const;
    [[nodiscard]] QString text(bool isPaused) const;
    [[nodiscard]] QStringList namesGiven() const;
    /// Which session, or which hosts.
    [[nodiscard]] QString whereText() const;
    void showTray(bool isPaused);

    QWidget &m_window;
    const WindowOptions m_options;
    const LiveState &m_state;
    const ApplicationPort &m_application;
    int m_urgent = 0;
    QSystemTrayIcon *m_tray = nullptr; ///< the window's; null: there is no tray
};

} // namespace qontroller::ui
