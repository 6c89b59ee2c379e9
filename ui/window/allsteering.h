// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "ui/actions/undo.h"
#include "ui/state/operatorlogs.h"

#include <map>
#include <vector>

class QWidget;

namespace qontroller::ui {

class Actions;
class Commander;
class ConfirmDialog;
class FreshLook;
class LiveState;
class ResumeQuestion;

/// Pauses and resumes all controllers. Where there are several it asks before, and says which are
/// paused now, by whom, until when and why. What is paused already is not paused again.
class AllSteering final : public QObject
{
    Q_OBJECT

public:
    AllSteering(QWidget &window, const Actions &actions, const LiveState &state,
                Commander &commander, OperatorLogs &operatorLogs, FreshLook &look,
                ResumeQuestion &resuming);

private:
    using Holds = std::map<ControllerId, Hold>;

    void askPause();
    void askResume();
    /// There is more than one controller, or may be.
    [[nodiscard]] bool areSeveral() const;
    /// Those that an operator has paused.
    [[nodiscard]] Holds paused() const;
    ConfirmDialog *open(const QString &question, const QString &consequence,
                        const std::vector<ControllerId> &ids, const QString &verb);
    void askWho(const std::vector<ControllerId> &ids, ConfirmDialog *dialog);
    /// Of each of \a ids, as \a asked tells who has paused it.
    [[nodiscard]] QStringList linesOf(const std::vector<ControllerId> &ids,
                                      const std::map<HostId, OperatorLines> &asked) const;

    QWidget &m_window;
    const LiveState &m_state;
    Commander &m_commander;
    OperatorLogs &m_operatorLogs;
    FreshLook &m_look;
    ResumeQuestion &m_resuming;
};

} // namespace qontroller::ui
