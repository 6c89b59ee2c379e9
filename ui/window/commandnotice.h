// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

namespace qontroller::ui {

class Commander;
class JobCommander;
class LifecycleCommander;
class Noticeboard;

/// Says what came of the operator's commands, with a button that takes one back.
class CommandNotice final : public QObject
{
    Q_OBJECT

public:
    CommandNotice(const Commander &commander, const JobCommander &jobs,
                  const LifecycleCommander &lifecycles, Noticeboard &notices);

    /// There is a button in sight that takes the last action back.
    [[nodiscard]] bool offersUndo() const;

signals:
    /// The button that takes number \a undo of Commander::done() back was pressed.
    void undoAsked(int undo);

private:
    /// \a undo: a number for Commander::undo(); 0: it cannot be taken back.
    void sayDone(const QString &sentence, int undo);

    Noticeboard &m_notices;
    int m_last = 0; ///< number of Commander::done() of what was said last
};

} // namespace qontroller::ui
