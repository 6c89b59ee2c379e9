// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "core/engine/observe/controllers/controllerview.h"
#include "core/remote/link/hostlink.h"

#include <map>
#include <string>
#include <vector>

class QWidget;

namespace qontroller::ui {

class Actions;
class Commander;
class LiveState;
class Tabs;

/// Does to the selected controllers what the operator asks for: pauses and resumes them, sets their
/// workers and options, lists their objects, removes them.
class ControllerSteering final : public QObject
{
    Q_OBJECT

public:
    ControllerSteering(QWidget &window, const Actions &actions, const LiveState &state, Tabs &tabs,
                       Commander &commander);

    /// What of the controllers of \a host differs from their session.
    void note(HostId host, const JournalStatus &journal);

private:
    void askPause();
    void askWorkers();
    void askOptions();
    [[nodiscard]] ControllerChanges changesOf(const ControllerView &view) const;
    /// Controllers are of hosts elsewhere, whose sessions this window does not save.
    [[nodiscard]] bool isElsewhere() const;
    void askTakeOver();
    void askRemove();
    void showDrain(const std::vector<ControllerId> &ids, const QString &names);

    QWidget &m_window;
    const LiveState &m_state;
    Tabs &m_tabs;
    Commander &m_commander;
    std::map<HostId, std::map<std::string, ControllerChanges>> m_changes; ///< by controllers
};

} // namespace qontroller::ui
