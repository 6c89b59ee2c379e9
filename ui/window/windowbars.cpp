// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/windowbars.h"

#include "ui/actions/actions.h"
#include "ui/tiles/tilebar.h"
#include "ui/views/filterbox.h"

#include <QtWidgets/QMainWindow>
#include <QtWidgets/QToolBar>

namespace qontroller::ui {

namespace {

QToolBar *addRow(QMainWindow &window, const char *name, const QString &title)
{
    auto *row = new QToolBar(title, &window);
    row->setObjectName(QLatin1String(name));
    row->setMovable(false);
    row->setFloatable(false);
    row->toggleViewAction()->setEnabled(false);
    window.addToolBar(row);
    return row;
}

} // namespace

WindowBars::WindowBars(QMainWindow &window, const Actions &actions, FilterBox &filterBox,
                       TileBar &tiles)
{
    QToolBar *main = addRow(window, "mainToolBar", tr("Main Tool Bar"));
    main->setIconSize({16, 16});
    main->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    main->addAction(actions.loadPlugin);
    main->addSeparator();
    main->addActions({actions.pauseAll, actions.resumeAll});
    main->addSeparator();
    main->addActions({actions.requeue, actions.pause, actions.discard});
    main->addSeparator();
    main->addAction(actions.freeze);
    main->addSeparator();
    main->addWidget(&filterBox);
    window.addToolBarBreak();
    QToolBar *tileRow = addRow(window, "tileToolBar", tr("Tiles"));
    tiles.setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    tileRow->addWidget(&tiles);
    filterBox.explainOver(tileRow);
    // No menu that hides bars: they have none to come back with.
    window.setContextMenuPolicy(Qt::NoContextMenu);
}

} // namespace qontroller::ui
