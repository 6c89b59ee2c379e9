// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "core/engine/observe/controllers/controllerview.h"
#include "core/remote/link/hostlink.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

class QWidget;

namespace qontroller::ui {

class Actions;
class Commander;
class JobCommander;
class LiveState;
class Tabs;

/// Does to the selected controllers what the operator asks for: pauses and resumes them, sets their
/// workers and options, lists their objects, removes them.
class ControllerSteering final : public QObject
{
    Q_OBJECT

public:
    ControllerSteering(QWidget &window, const Actions &actions, const LiveState &state, Tabs &tabs,
                       Commander &commander, JobCommander &jobs);

    /// What of the controllers of \a host differs from their session.
    void note(HostId host, const JournalStatus &journal);

    /// Workers of \a id that are for a time stay.
    void keepWorkers(ControllerId id);
    /// … or go back now.
    void takeWorkersBack(ControllerId id);

private:
    /// For a time; nothing: those that it has are to stay, or it is gone.
    [[nodiscard]] std::optional<TemporaryWorkers> temporaryWorkersOf(ControllerId id) const;
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
    JobCommander &m_jobs;
    std::map<HostId, std::map<std::string, ControllerChanges>> m_changes; ///< by controllers
};

} // namespace qontroller::ui
