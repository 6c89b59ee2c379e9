// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/mainwindow_p.h"

#include "ui/theme/theme.h"

#include <QtGui/QActionGroup>
#include <QtWidgets/QApplication>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QMenuBar>
#include <QtWidgets/QSystemTrayIcon>
#include <QtWidgets/QToolBar>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

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

// Messages come and go below the tables: no row is moved by them, whatever a hand aims at.
void MainWindow::Private::buildMiddle()
{
    auto *middle = new QWidget(&q);
    auto *layout = new QVBoxLayout(middle);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(tabs, 1);
    layout->addWidget(messages);
    messages->hide();
    q.setCentralWidget(middle);
}

void MainWindow::Private::buildBars()
{
    QToolBar *main = addRow(q, "mainToolBar", tr("Main Tool Bar"));
    main->setIconSize({16, 16});
    main->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    main->addAction(actions->loadPlugin);
    main->addSeparator();
    main->addActions({actions->pauseAll, actions->resumeAll});
    main->addSeparator();
    main->addActions({actions->requeue, actions->pause, actions->discard});
    main->addSeparator();
    main->addAction(actions->freeze);
    main->addSeparator();
    main->addWidget(filterBox);
    q.addToolBarBreak();
    QToolBar *tileRow = addRow(q, "tileToolBar", tr("Tiles"));
    tiles->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    tileRow->addWidget(tiles);
    filterBox->explainOver(tileRow);
    q.setContextMenuPolicy(
        Qt::NoContextMenu); // the menu that hides bars: they have none to come back with
    if (QSystemTrayIcon::isSystemTrayAvailable())
        tray = new QSystemTrayIcon(QApplication::windowIcon(), &q);
}

QDockWidget *MainWindow::Private::addDock(const char *name, const QString &title, QWidget *content,
                                          Qt::DockWidgetArea area)
{
    auto *dock = new QDockWidget(title, &q);
    dock->setObjectName(QLatin1String(name));
    dock->setWidget(content);
    q.addDockWidget(area, dock);
    // Of docks that are tabs Qt puts those behind beside the window, where Tab still goes.
    QObject::connect(dock, &QDockWidget::visibilityChanged, dock, [dock](bool inFront) {
        for (QWidget *part : {dock->widget(), dock->titleBarWidget()}) {
            if (part)
                part->setEnabled(inFront);
        }
    });
    return dock;
}

void MainWindow::Private::buildDocks()
{
    q.setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    q.setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    eventsTable->setRows(events, {{96, true}, {128, true}, {112, true}, {240, true}, {320, true}},
                         -1, Qt::AscendingOrder, {EventsModel::Text});
    eventsTable
        ->setEmptyText(tr("No events yet."),
                       tr("Errors, failed lists, commands and what came of them stand here."));
    logTable->setRows(&log,
                      {{144, true}, {96, true}, {240, true}, {160, true}, {112, true}, {200, true}},
                      -1, Qt::AscendingOrder, {OperatorLog::What, OperatorLog::Outcome});
    logTable->setEmptyText(tr("Nobody has steered anything yet."),
                           tr("Every pause, requeue and discard is written down here."));
    QDockWidget *facetsDock = addDock("facetsDock", tr("Facets"), facets, Qt::LeftDockWidgetArea);
    addDock("detailsDock", tr("Details"), details, Qt::RightDockWidgetArea);
    QDockWidget *chartsDock = addDock("chartsDock", tr("Live Charts"), charts,
                                      Qt::BottomDockWidgetArea);
    QDockWidget *eventsDock = addDock("eventsDock", tr("Events"), eventsTable,
                                      Qt::BottomDockWidgetArea);
    QDockWidget *logDock = addDock("operatorDock", tr("Operator Log"), logTable,
                                   Qt::BottomDockWidgetArea);
    q.tabifyDockWidget(chartsDock, eventsDock);
    q.tabifyDockWidget(eventsDock, logDock);
    chartsDock->raise();
    q.setTabPosition(Qt::BottomDockWidgetArea, QTabWidget::North);
    chartsDock->setTitleBarWidget(charts->titleBar()); // a tab says what it is
    for (QDockWidget *dock : {eventsDock, logDock})
        dock->setTitleBarWidget(new QWidget(dock));
    facetsDock->setFeatures(QDockWidget::DockWidgetClosable | QDockWidget::DockWidgetMovable);
}

// Sizes that suit the window as it is.
void MainWindow::Private::arrangeDocks()
{
    const auto dock = [this](const char *name) {
        return q.findChild<QDockWidget *>(QLatin1String(name));
    };
    const bool narrow = q.width() < 1280;
    q.resizeDocks({dock("facetsDock"), dock("detailsDock")},
                  {narrow ? 184 : 192, narrow ? 240 : 312}, Qt::Horizontal);
    q.resizeDocks({dock("chartsDock")}, {std::clamp(q.height() / 4, 160, 240)}, Qt::Vertical);
}

void MainWindow::Private::buildMenus()
{
    const Actions &a = *actions;
    const auto menu = [this](const char *name, const QString &title) {
        QMenu *m = q.menuBar()->addMenu(title);
        m->setObjectName(QLatin1String(name));
        m->setToolTipsVisible(true);
        return m;
    };
    QMenu *file = menu("fileMenu", tr("&File"));
    file->addAction(a.loadPlugin);
    file->addSeparator();
    file->addActions({a.openSession, a.saveSession, a.saveSessionAs});
    file->addSeparator();
    file->addActions({a.exportItems, a.saveDiagnostics});
    file->addSeparator();
    file->addAction(a.quit);

    QMenu *edit = menu("editMenu", tr("&Edit"));
    edit->addAction(a.undo);
    edit->addSeparator();
    edit->addActions({a.copy, a.copyJson, a.selectAll});
    edit->addSeparator();
    edit->addActions({a.filter, a.saveView, a.deleteView});

    QMenu *view = menu("viewMenu", tr("&View"));
    view->addActions(a.tabs);
    view->addSeparator();
    view->addAction(a.freeze);
    view->addMenu(tr("Time Win&dow"))->addActions(a.windows->actions());
    view->addAction(a.chartTables);
    view->addSeparator();
    QMenu *panes = view->addMenu(tr("&Panes"));
    for (QDockWidget *dock : q.findChildren<QDockWidget *>(QString(), Qt::FindDirectChildrenOnly))
        panes->addAction(dock->toggleViewAction());
    view->addMenu(tr("C&olours"))->addActions(a.themes->actions());
    view->addMenu(tr("La&nguage"))->addActions(a.languages->actions());
    view->addAction(a.resetLayout);

    QMenu *controllers = menu("controllersMenu", tr("&Controllers"));
    controllers->addActions({a.pauseController, a.pauseControllerFor, a.resumeController});
    controllers->addSeparator();
    controllers->addActions({a.setWorkers, a.setOptions, a.resync, a.remove});
    controllers->addSeparator();
    controllers->addActions({a.pauseAll, a.resumeAll});
    controllers->addSeparator();
    controllers->addAction(a.managePlugins);

    QMenu *items = menu("itemsMenu", tr("&Items"));
    items->addActions({a.requeue, a.pause, a.pauseFor, a.resume});
    items->addSeparator();
    items->addActions({a.enqueue, a.goTo});
    items->addSeparator();
    items->addActions({a.confirmHeld, a.refuseHeld});
    items->addSeparator();
    items->addAction(a.discard);

    operationsMenu = menu("operationsMenu", tr("&Operations"));
    operationsMenu->addAction(a.beginOperation);
    operationsMenu->addSeparator();
    operationsMenu->addActions({a.startOperation, a.finishOperation, a.undoOperation});
    operationsMenu->addSeparator();
    operationsMenu->addActions({a.forceOperation, a.deleteMember, a.forgetEmployer});

    menu("helpMenu", tr("&Help"))->addActions({a.help, a.palette, a.shortcuts, a.about});
}

void MainWindow::Private::resetLayout()
{
    q.restoreState(firstState, WindowSettings::Version);
    arrangeDocks();
    for (Table *table : q.findChildren<Table *>())
        table->resetColumns();
    tabs->board().resetBorder();
}

void MainWindow::Private::restore()
{
    q.restoreGeometry(settings.value("geometry").toByteArray());
    for (Table *table : q.findChildren<Table *>()) {
        const QByteArray columns = settings.value(QStringLiteral("columns/") + table->objectName())
                                       .toByteArray();
        if (!columns.isEmpty())
            table->restoreColumns(columns);
    }
    tabs->board().restoreBorder(settings.value("board").toByteArray());
    facets->showViews(views.all());
    const auto check = [](QActionGroup *group, const QVariant &data) {
        for (QAction *action : group->actions())
            action->setChecked(action->data() == data
                               || (action->data().toString().isEmpty() && data.isNull()));
    };
    check(actions->themes, settings.value("theme").toInt());
    check(actions->languages, settings.value("language").toString());
    const int window = std::clamp(settings.value("window").toInt(), 0, WindowCount - 1);
    actions->windows->actions().at(window)->setChecked(true);
    charts->setWindow(window);
}

// Of a window that is not shown, Qt forgets the sizes of all docks if some are tabs.
void MainWindow::Private::restoreDocks()
{
    logTable->scrollToBottom();
    if (!q.restoreState(settings.value("state").toByteArray(), WindowSettings::Version))
        return arrangeDocks();
    // A window that is being maximized gets its size later: what was squeezed is put right then.
    const QSize remembered = settings.value("size").toSize();
    docksSqueezed = q.isMaximized() && !docksSqueezed && q.size() != remembered;
}

void MainWindow::Private::save()
{
    if (docksRestored) { // else it was never shown
        settings.setValue("geometry", q.saveGeometry());
        settings.setValue("size", q.size());
        settings.setValue("state", q.saveState(WindowSettings::Version));
    }
    settings.setValue("board", tabs->board().saveBorder());
    for (const Table *table : q.findChildren<Table *>())
        settings.setValue(QStringLiteral("columns/") + table->objectName(), table->saveColumns());
}

} // namespace qontroller::ui
