// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>
#include <QtCore/QPointer>

#include "core/engine/observe/events/keys.h"
#include "ui/applicationport.h"

class QWidget;

namespace qontroller::ui {

class Actions;
class LiveState;
class Noticeboard;
class ParametersDialog;
class SessionDesk;
class Tabs;
class TextPane;

/// Shows the parameters of a controller that runs, and edits them: asks its host for them, and
/// gives it the session that it runs with what was changed.
class ParametersDesk final : public QObject
{
    Q_OBJECT

public:
    ParametersDesk(QWidget &window, const Actions &actions, ApplicationPort &application,
                   const LiveState &state, Tabs &tabs, TextPane &details, SessionDesk &sessions,
                   Noticeboard &notices);

private:
    /// A form that is open.
    struct Edited
    {
        HostId host = 0;
        QString controller; ///< its name there
        QString title;      ///< … and here
        QJsonObject before; ///< with which it runs
    };
    void tell(ControllerId controller);
    void ask();
    void edit(const Edited &edited, const RunningParameters &running);
    /// Says what is wrong in the form, or what would change.
    void plan();
    void show();
    void apply(ApplyMode mode, const ApplicationPort::ApplyTold &told);
    void follow(const ApplyStatus &status);
    [[nodiscard]] std::string whyNotAnew(const SessionStep &step) const;
    [[nodiscard]] ParameterChange change() const;

    QWidget &m_window;
    ApplicationPort &m_application;
    const LiveState &m_state;
    Tabs &m_tabs;
    TextPane &m_details;
    SessionDesk &m_sessions;
    Noticeboard &m_notices;
    Edited m_edited;
    QPointer<ParametersDialog> m_form; ///< one at a time
};

} // namespace qontroller::ui
