// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "ui/actions/commander.h"

class QWidget;

namespace qontroller::ui {

class Actions;
class ApplicationPort;
class ConfirmDialog;

/// Takes the last action back when the operator asks for it, and asks back where another has acted
/// since: to leave that is the default. Who it was is asked of the host, and said once it is known.
class UndoDesk final : public QObject
{
    Q_OBJECT

public:
    UndoDesk(QWidget &window, const Actions &actions, Commander &commander,
             ApplicationPort &application, const LiveState &state);

private:
    void ask(const Commander::Question &question);
    void askWho(const Commander::Question &question, ConfirmDialog *dialog);

    QWidget &m_window;
    Commander &m_commander;
    ApplicationPort &m_application;
    const LiveState &m_state;
};

} // namespace qontroller::ui
