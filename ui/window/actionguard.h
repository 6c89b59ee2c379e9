// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "ui/views/tabs.h"
#include "ui/window/windowoptions.h"

namespace qontroller::ui {

class Actions;
class Commander;
class FocusedList;
class LifecycleFeeds;
class LiveState;
class Logs;
class ViewsDesk;

/// Decides which actions are on. The tool tip of an action that is off says why it is off; the
/// text of an action names what it is meant for. In a window that is read only, every action
/// that sends a command is off.
class ActionGuard final : public QObject
{
    Q_OBJECT

public:
    ActionGuard(const WindowOptions &options, Actions &actions, const LiveState &state, Tabs &tabs,
                const ViewsDesk &views, const Commander &commander,
                const LifecycleFeeds &lifecycles, const FocusedList &focused, const Logs &logs);

    /// Looks at what is selected and shown now.
    void review();

private:
    void reviewCommands(const std::vector<Tabs::Kind> &kinds);
    void reviewItems(const std::vector<Tabs::Kind> &kinds);
    void reviewControllers();
    void reviewOperations();
    void reviewCopy();
    void reviewExport();
    void reviewViews();
    /// What only a window of the program's own host can do.
    void reviewPrograms();
    [[nodiscard]] QString whyNoItem() const;
    /// Empty: another controller owns what each of them works on.
    [[nodiscard]] QString whyNotTaken(const std::vector<ControllerId> &ids) const;
    /// Empty: some controller can be steered.
    [[nodiscard]] QString whyNoneSteered() const;
    [[nodiscard]] QString whyNoOperations() const;
    /// Why one of the hosts of what is selected on the board cannot be steered; empty: all can.
    [[nodiscard]] QString whyBoardNotSteered() const;
    /// Why no selected member can be deleted; empty: one can.
    [[nodiscard]] QString whyNotDeleted() const;
    /// Says in the texts of actions on items what each would be done to.
    void nameItems(const std::vector<Tabs::Kind> &kinds);

    const WindowOptions::Access m_access;
    const WindowOptions::Mode m_mode;
    Actions &m_actions;
    const LiveState &m_state;
    Tabs &m_tabs;
    const ViewsDesk &m_views;
    const Commander &m_commander;
    const LifecycleFeeds &m_lifecycles;
    const FocusedList &m_focused;
    const Logs &m_logs;
};

} // namespace qontroller::ui
