// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

class QMenu;
class QPoint;
class QWidget;

namespace qontroller::ui {

class Actions;
class LiveState;
class Tabs;

/// The menus over the rows of the tabs. Rows stay in place while one is open.
class ContextMenus final : public QObject
{
    Q_OBJECT

public:
    ContextMenus(QWidget &window, const Actions &actions, const LiveState &state, Tabs &tabs);

private:
    QMenu *newMenu();
    void addItemActions(QMenu &menu) const;
    void addControllerActions(QMenu &menu) const;
    void showOverTable(const QPoint &position);
    void showOverBoard(const QPoint &position);

    QWidget &m_window;
    const Actions &m_actions;
    const LiveState &m_state;
    Tabs &m_tabs;
};

} // namespace qontroller::ui
