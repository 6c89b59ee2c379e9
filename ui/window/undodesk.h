// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "ui/actions/commander.h"

#include <deque>
#include <set>

class QWidget;

namespace qontroller::ui {

class Actions;
class OperatorLogs;
class ConfirmDialog;
class FreshLook;
class Noticeboard;

/// Takes an action back when the operator asks for it, and asks back where another has acted since:
/// to leave that is the default. The hosts are asked how it is there before that is decided; if
/// one does not answer, nothing is taken back. Who has acted is asked of the host, too, and said
/// once it is known.
class UndoDesk final : public QObject
{
    Q_OBJECT

public:
    UndoDesk(QWidget &window, const Actions &actions, Commander &commander,
             OperatorLogs &operatorLogs, const LiveState &state, FreshLook &look,
             Noticeboard &notices);

    /// Number \a number of the commander; 0: the last that can be. One after the other.
    void undo(int number);

private:
    void undoNext();
    void finish(const Commander::Undoable &undoable, const std::set<ControllerId> &silent);
    void undoAnyway(const Commander::Question &question);
    /// Says that \a sentence was not taken back; \a silent: because of these.
    void sayNotDone(const QString &sentence, const std::set<ControllerId> &silent);
    void ask(const Commander::Question &question);
    void askWho(const Commander::Question &question, ConfirmDialog *dialog);

    QWidget &m_window;
    Commander &m_commander;
    OperatorLogs &m_operatorLogs;
    const LiveState &m_state;
    FreshLook &m_look;
    Noticeboard &m_notices;
    std::deque<int> m_wanted; ///< the first is under way
};

} // namespace qontroller::ui
