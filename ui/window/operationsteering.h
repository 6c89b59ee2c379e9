// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "ui/actions/operationscope.h"

#include <set>

class QWidget;

namespace qontroller::ui {

class Actions;
class Board;
class LifecycleCommander;
class LifecycleFeeds;
class LiveState;

/// Does to operations, members and employers on the lifecycle board what the operator asks
/// for, and asks back before what cannot be taken back.
class OperationSteering final : public QObject
{
    Q_OBJECT

public:
    OperationSteering(QWidget &window, const Actions &actions, const LiveState &state,
                      const LifecycleFeeds &lifecycles, Board &board,
                      LifecycleCommander &commander);

    /// On those of \a operations that can be steered, whatever happens to them meanwhile.
    void act(OperationVerb verb, const OperationViews &operations);
    /// Remembers the types of \a operations, to offer them for a new one.
    void rememberTypes(const OperationViews &operations);

private:
    void actOnSelected(OperationVerb verb);
    void askBegin();
    void askDeleteMembers();
    void askForgetEmployers();
    [[nodiscard]] std::set<QString> knownTypes() const;
    void askForce(const OperationScope &scope);

    QWidget &m_window;
    const LiveState &m_state;
    const LifecycleFeeds &m_lifecycles;
    Board &m_board;
    LifecycleCommander &m_commander;
    std::set<QString> m_types; ///< of operations that were seen
};

} // namespace qontroller::ui
