// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>
#include <QtCore/QTimer>

#include "ui/applicationport.h"
#include "ui/overview/firstscreen.h"

#include <map>

namespace qontroller::ui {

class Actions;
class HelpDesk;
class Noticeboard;
class PluginDesk;
class SessionDesk;
class Tabs;
class WindowSettings;

/// What the Overview offers while nothing is loaded, in a window of the program's own host; and
/// which sessions were used in the last times.
class FirstDesk final : public QObject
{
    Q_OBJECT

public:
    FirstDesk(const Actions &actions, WindowSettings &settings, ApplicationPort &application,
              FirstScreen &screen, SessionDesk &sessions, HelpDesk &help, Noticeboard &notices);

    /// The session may have another file now.
    void noteSession();

private:
    void follow(FirstScreen::Step step);
    void look();
    void showHosts();
    [[nodiscard]] QStringList sessions() const;

    const Actions &m_actions;
    WindowSettings &m_settings;
    ApplicationPort &m_application;
    FirstScreen &m_screen;
    HelpDesk &m_help;
    Noticeboard &m_notices;
    QString m_noted; ///< the session's file
    QList<HostHere> m_hosts;
    std::map<QString, HostHealth> m_health; ///< by addresses
    QTimer m_timer;
};

} // namespace qontroller::ui
