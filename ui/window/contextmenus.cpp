// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/contextmenus.h"

#include "ui/actions/actions.h"
#include "ui/state/livestate.h"
#include "ui/views/board.h"
#include "ui/views/table.h"
#include "ui/views/tabs.h"

#include <QtWidgets/QMenu>

namespace qontroller::ui {

ContextMenus::ContextMenus(QWidget &window, const Actions &actions, const LiveState &state,
                           Tabs &tabs)
    : m_window(window)
    , m_actions(actions)
    , m_state(state)
    , m_tabs(tabs)
{
    connect(&tabs, &Tabs::menuRequested, this, &ContextMenus::showOverTable);
    connect(&tabs.board(), &Board::menuRequested, this, &ContextMenus::showOverBoard);
}

QMenu *ContextMenus::newMenu()
{
    auto *menu = new QMenu(&m_window);
    menu->setObjectName(QStringLiteral("contextMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    return menu;
}

void ContextMenus::addControllerActions(QMenu &menu) const
{
    const Actions &a = m_actions;
    menu.addActions({a.pauseController, a.pauseControllerFor, a.resumeController});
    menu.addSeparator();
    menu.addActions({a.setWorkers, a.setOptions, a.resync});
    menu.addSeparator();
    menu.addAction(a.remove);
}

void ContextMenus::addItemActions(QMenu &menu) const
{
    const Actions &a = m_actions;
    menu.addActions({a.requeue, a.pause, a.pauseFor, a.resume});
    menu.addSeparator();
    if (m_state.inState(ItemState::Held) > 0)
        menu.addActions({a.confirmHeld, a.refuseHeld});
    menu.addAction(a.discard);
}

void ContextMenus::showOverTable(const QPoint &position)
{
    QMenu *menu = newMenu();
    const Tabs::Tab tab = m_tabs.currentTab();
    if (tab == Tabs::Tab::Controllers || tab == Tabs::Tab::Workers)
        addControllerActions(*menu);
    else
        addItemActions(*menu);
    menu->addSeparator();
    menu->addActions({m_actions.copy, m_actions.copyJson});
    Table *table = &m_tabs.currentTable();
    table->setMenuOpen(true);
    connect(menu, &QMenu::aboutToHide, table, [table] { table->setMenuOpen(false); });
    menu->popup(position);
}

void ContextMenus::showOverBoard(const QPoint &position)
{
    QMenu *menu = newMenu();
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
