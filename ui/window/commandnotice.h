// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

namespace qontroller::ui {

class Actions;
class Commander;
class JobCommander;
class LifecycleCommander;
class Noticeboard;

/// Says what came of the operator's commands, and takes back the last one when the operator
/// asks for it.
class CommandNotice final : public QObject
{
    Q_OBJECT

public:
    CommandNotice(const Actions &actions, Commander &commander, const JobCommander &jobs,
                  const LifecycleCommander &lifecycles, Noticeboard &notices);

private:
    /// \a undo: a number for Commander::undo(); 0: it cannot be taken back.
    void sayDone(const QString &sentence, int undo);

    Commander &m_commander;
    Noticeboard &m_notices;
};

} // namespace qontroller::ui
