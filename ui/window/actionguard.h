// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "ui/window/windowoptions.h"

namespace qontroller::ui {

class Actions;
class Commander;
class LiveState;
class Tabs;

/// Decides which actions are on, says in the tool tip of one that is off why it is, and in the
/// texts what actions are meant for. A window that is read only steers nothing.
class ActionGuard final : public QObject
{
    Q_OBJECT

public:
    ActionGuard(WindowOptions::Access access, Actions &actions, const LiveState &state, Tabs &tabs,
                const Commander &commander);

    /// Looks at what is selected and shown now.
    void review();

private:
    void reviewCommands();
    void reviewItems();
    void reviewControllers();
    void reviewOperations();
    void reviewCopy();
    [[nodiscard]] QString whyNoItem() const;
    [[nodiscard]] QString whyNoOperations() const;
    /// What actions on items are meant for, in a few words.
    [[nodiscard]] QString targetItems() const;

    const WindowOptions::Access m_access;
    Actions &m_actions;
    const LiveState &m_state;
    Tabs &m_tabs;
    const Commander &m_commander;
};

} // namespace qontroller::ui
