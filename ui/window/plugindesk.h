// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "ui/applicationport.h"
#include "ui/dialogs/crashdialog.h"
#include "ui/window/windowoptions.h"

#include <functional>

namespace qontroller::ui {

class Actions;
class LiveState;
class Noticeboard;

/// Loads and manages plugins, and asks what is to become of those that crashed.
class PluginDesk final : public QObject
{
    Q_OBJECT

public:
    PluginDesk(QWidget &window, WindowOptions::Access access, const Actions &actions,
               ApplicationPort &application, const LiveState &state, Noticeboard &notices);

    /// As Noticeboard::report(); of a failure with a way to the plugins, if one of them waits
    /// for a decision.
    void report(const Result &result);
    /// Asks what to do with plugins that crashed, if there are any, then calls \a then.
    void askAfterCrash(const std::function<void()> &then);

private:
    void load(const QString &file);
    void manage();
    [[nodiscard]] QList<PluginInfo> pluginsThatAre(PluginInfo::Verdict verdict) const;
    [[nodiscard]] bool isDecisionOpen() const;
    void decide(CrashDialog::Choice choice, const QList<PluginInfo> &crashed);

    QWidget &m_window;
    const WindowOptions::Access m_access;
    ApplicationPort &m_application;
    const LiveState &m_state;
    Noticeboard &m_notices;
};

} // namespace qontroller::ui
