// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/windowmenus.h"

#include "ui/actions/actions.h"
#include "ui/state/livestate.h"
#include "ui/views/board.h"
#include "ui/views/table.h"
#include "ui/views/tabs.h"

#include <QtGui/QActionGroup>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QMainWindow>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMenuBar>

namespace qontroller::ui {

WindowMenus::WindowMenus(QMainWindow &window, const Actions &actions, const LiveState &state,
                         Tabs &tabs)
    : m_window(window)
    , m_actions(actions)
    , m_state(state)
    , m_tabs(tabs)
{
    addFile();
    addEdit();
    addView();
    addControllers();
    addItems();
    addOperations();
    addHelp();
    setOperationsShown(false);
    connect(&tabs, &Tabs::menuRequested, this, &WindowMenus::showOverTable);
    connect(&tabs.board(), &Board::menuRequested, this, &WindowMenus::showOverBoard);
}

void WindowMenus::setOperationsShown(bool shown)
{
    m_operations->menuAction()->setVisible(shown);
}

QMenu *WindowMenus::add(const char *name, const QString &title)
{
    QMenu *menu = m_window.menuBar()->addMenu(title);
    menu->setObjectName(QLatin1String(name));
    menu->setToolTipsVisible(true);
    return menu;
}

void WindowMenus::addFile()
{
    const Actions &a = m_actions;
    QMenu *file = add("fileMenu", tr("&File"));
    file->addAction(a.loadPlugin);
    file->addSeparator();
    file->addAction(a.connectHost);
    file->addSeparator();
    file->addActions({a.openSession, a.applySession, a.saveSession, a.saveSessionAs});
    file->addSeparator();
    file->addActions({a.exportItems, a.exportEvents, a.exportLog, a.saveDiagnostics});
    file->addSeparator();
    file->addAction(a.quit);
}

void WindowMenus::addEdit()
{
    const Actions &a = m_actions;
    QMenu *edit = add("editMenu", tr("&Edit"));
    edit->addAction(a.undo);
    edit->addSeparator();
    edit->addActions({a.copy, a.copyJson, a.selectAll});
    edit->addSeparator();
    edit->addActions({a.filter, a.saveView, a.deleteView});
}

void WindowMenus::addView()
{
    const Actions &a = m_actions;
    QMenu *view = add("viewMenu", tr("&View"));
    view->addActions(a.tabs);
    view->addSeparator();
    view->addAction(a.freeze);
    view->addMenu(tr("Time Win&dow"))->addActions(a.windows->actions());
    view->addAction(a.chartTables);
    view->addSeparator();
    QMenu *panes = view->addMenu(tr("&Panes"));
    const auto docks = m_window.findChildren<QDockWidget *>(QString(), Qt::FindDirectChildrenOnly);
    for (QDockWidget *dock : docks)
        panes->addAction(dock->toggleViewAction());
    view->addMenu(tr("C&olours"))->addActions(a.themes->actions());
    view->addMenu(tr("La&nguage"))->addActions(a.languages->actions());
    view->addAction(a.desktopMessages);
    view->addAction(a.resetLayout);
}

void WindowMenus::addControllers()
{
    const Actions &a = m_actions;
    QMenu *controllers = add("controllersMenu", tr("&Controllers"));
    controllers->addActions({a.pauseController, a.pauseControllerFor, a.resumeController});
    controllers->addSeparator();
    controllers->addActions({a.setWorkers, a.setOptions, a.editParameters});
    controllers->addSeparator();
    controllers->addActions({a.resync, a.takeOver, a.remove});
    controllers->addSeparator();
    controllers->addActions({a.pauseAll, a.resumeAll});
    controllers->addSeparator();
    controllers->addAction(a.managePlugins);
}

void WindowMenus::addItems()
{
    const Actions &a = m_actions;
    QMenu *items = add("itemsMenu", tr("O&bjects"));
    items->addActions(
        {a.of(ItemVerb::Requeue), a.of(ItemVerb::Pause), a.pauseFor, a.of(ItemVerb::Resume)});
    items->addSeparator();
    items->addActions({a.enqueue, a.goTo});
    items->addSeparator();
    items->addActions({a.of(ItemVerb::Remove), a.of(ItemVerb::Keep)});
    items->addSeparator();
    items->addAction(a.of(ItemVerb::Discard));
}

void WindowMenus::addOperations()
{
    const Actions &a = m_actions;
    m_operations = add("operationsMenu", tr("&Operations"));
    m_operations->addAction(a.beginOperation);
    m_operations->addSeparator();
    m_operations->addActions({a.startOperation, a.finishOperation, a.undoOperation});
    m_operations->addSeparator();
    m_operations->addActions({a.forceOperation, a.deleteMember, a.forgetEmployer});
}

void WindowMenus::addHelp()
{
    const Actions &a = m_actions;
    add("helpMenu", tr("&Help"))->addActions({a.help, a.palette, a.shortcuts, a.about});
}

QMenu *WindowMenus::newContextMenu()
{
    auto *menu = new QMenu(&m_window);
    menu->setObjectName(QStringLiteral("contextMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    return menu;
}

void WindowMenus::addControllerActions(QMenu &menu) const
{
    const Actions &a = m_actions;
    menu.addActions({a.pauseController, a.pauseControllerFor, a.resumeController});
    menu.addSeparator();
    menu.addActions({a.setWorkers, a.setOptions, a.editParameters});
    menu.addSeparator();
    menu.addActions({a.resync, a.takeOver});
    menu.addSeparator();
    menu.addAction(a.remove);
}

void WindowMenus::addItemActions(QMenu &menu) const
{
    const Actions &a = m_actions;
    menu.addActions(
        {a.of(ItemVerb::Requeue), a.of(ItemVerb::Pause), a.pauseFor, a.of(ItemVerb::Resume)});
    menu.addSeparator();
    if (inState(m_state, ItemState::Held) > 0)
        menu.addActions({a.of(ItemVerb::Remove), a.of(ItemVerb::Keep)});
    menu.addAction(a.of(ItemVerb::Discard));
}

void WindowMenus::showOverTable(const QPoint &position)
{
    QMenu *menu = newContextMenu();
    const Tabs::Tab tab = m_tabs.currentTab();
    if (tab == Tabs::Tab::Controllers || tab == Tabs::Tab::Workers)
        addControllerActions(*menu);
    else
        addItemActions(*menu);
    menu->addSeparator();
    menu->addActions({m_actions.copy, m_actions.copyJson});
    Table *table = m_tabs.currentTable();
    table->setMenuOpen(true);
    connect(menu, &QMenu::aboutToHide, table, [table] { table->setMenuOpen(false); });
    menu->popup(position);
}

void WindowMenus::showOverBoard(const QPoint &position)
{
    QMenu *menu = newContextMenu();
    const Actions &a = m_actions;
    menu->addAction(a.beginOperation);
    menu->addSeparator();
    menu->addActions({a.startOperation, a.finishOperation, a.undoOperation, a.forceOperation});
    menu->addSeparator();
    menu->addActions({a.deleteMember, a.forgetEmployer});
    menu->addSeparator();
    menu->addActions({a.copy, a.copyJson});
    Board *board = &m_tabs.board();
    board->setMenuOpen(true);
    connect(menu, &QMenu::aboutToHide, board, [board] { board->setMenuOpen(false); });
    menu->popup(position);
}

} // namespace qontroller::ui
