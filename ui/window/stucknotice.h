// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "ui/state/operationref.h"
#include "ui/window/windowoptions.h"

#include "core/engine/observe/events/eventrecord.h"

#include <map>

namespace qontroller::ui {

class Actions;
class LiveState;
class Navigator;
class Noticeboard;
class OperationSteering;
class Tabs;

/// The alarms of the lifecycle board: one message for each operation that needs a person,
/// wherever the operator looks, there until the operation goes on.
class StuckNotice final : public QObject
{
    Q_OBJECT

public:
    StuckNotice(WindowOptions::Access access, const Actions &actions, LiveState &state, Tabs &tabs,
                OperationSteering &steering, Navigator &navigator, Noticeboard &notices);

    /// \a operations are all there are.
    void show(const OperationViews &operations);

private:
    using Stuck = std::map<OperationRef, const HostOperation *>;

    void settle(const Stuck &stuck);
    void say(const HostOperation &view);
    void sayMore(int count);
    void force(const OperationRef &operation);
    using Employers = std::vector<consist::EmployerName>;
    /// Writes \a sentence on \a operation down among the events.
    void write(const OperationRef &operation, const Employers &employers, EventRecord::Kind kind,
               const QString &sentence);

    const WindowOptions::Access m_access;
    const Actions &m_actions;
    LiveState &m_state;
    Tabs &m_tabs;
    OperationSteering &m_steering;
    Navigator &m_navigator;
    Noticeboard &m_notices;
    struct Said
    {
        QString sentence;
        Employers employers; ///< of its member
    };
    std::map<OperationRef, Said> m_said; ///< what the operator was told of each
    int m_more = 0;                      ///< besides, in one message
};

} // namespace qontroller::ui
