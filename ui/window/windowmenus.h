// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

class QMainWindow;
class QMenu;
class QPoint;

namespace qontroller::ui {

class Actions;
class LiveState;
class Tabs;

/// The menu bar, where every action is, and the menus over the rows of the tabs. The docks must
/// be there before it. Rows stay in place while a menu over them is open.
class WindowMenus final : public QObject
{
    Q_OBJECT

public:
    WindowMenus(QMainWindow &window, const Actions &actions, const LiveState &state, Tabs &tabs);

    /// Operations are there while a controller keeps some.
    void setOperationsShown(bool shown);

private:
    QMenu *add(const char *name, const QString &title);
    void addFile();
    void addEdit();
    void addView();
    void addControllers();
    void addItems();
    void addOperations();
    void addHelp();
    QMenu *newContextMenu();
    void addItemActions(QMenu &menu) const;
    void addControllerActions(QMenu &menu) const;
    void showOverTable(const QPoint &position);
    void showOverBoard(const QPoint &position);

    QMainWindow &m_window;
    const Actions &m_actions;
    const LiveState &m_state;
    Tabs &m_tabs;
    QMenu *m_operations = nullptr;
};

} // namespace qontroller::ui
