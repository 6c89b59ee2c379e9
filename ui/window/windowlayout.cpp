// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/windowlayout.h"

#include "ui/views/board.h"
#include "ui/window/windowparts.h"

#include <QtGui/QAction>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QMainWindow>
#include <QtWidgets/QMenu>
#include <QtWidgets/QToolBar>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <utility>

namespace qontroller::ui {

namespace {

QString columnsKey(const Table &table)
{
    return QStringLiteral("columns/") + table.objectName();
}

// A window that is smaller begins without them.
constexpr int WidthForFacets = 1100;
constexpr int HeightForCharts = 700;

} // namespace

WindowLayout::WindowLayout(QMainWindow &window, WindowParts &parts)
    : m_window(window)
    , m_parts(parts)
{
    placeMiddle();
    window.setStatusBar(parts.status);
    addToolBar();
    window.addToolBarBreak();
    addTiles();
    // No menu that hides bars: they have none to come back with.
    window.setContextMenuPolicy(Qt::NoContextMenu);
    m_facets = addDock("facetsDock", tr("Facets"), *parts.facets, Qt::LeftDockWidgetArea);
    m_facets->setFeatures(QDockWidget::DockWidgetClosable | QDockWidget::DockWidgetMovable);
    m_details = addDock("detailsDock", tr("Details"), *parts.details, Qt::RightDockWidgetArea);
    window.setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    window.setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    addLowerDocks();
    connect(parts.actions->resetLayout, &QAction::triggered, this, &WindowLayout::reset);
}

// Messages come and go below the tables: no row is moved by them, whatever a hand aims at.
void WindowLayout::placeMiddle()
{
    auto *middle = new QWidget(&m_window);
    auto *layout = new QVBoxLayout(middle);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_parts.tabs, 1);
    layout->addWidget(m_parts.messages);
    m_parts.messages->hide();
    m_window.setCentralWidget(middle);
}

QToolBar *WindowLayout::addBar(const char *name, const QString &title)
{
    auto *bar = new QToolBar(title, &m_window);
    bar->setObjectName(QLatin1String(name));
    bar->setMovable(false);
    bar->setFloatable(false);
    bar->toggleViewAction()->setEnabled(false);
    m_window.addToolBar(bar);
    return bar;
}

void WindowLayout::addToolBar()
{
    const Actions &a = *m_parts.actions;
    QToolBar *bar = addBar("mainToolBar", tr("Main Tool Bar"));
    m_bar = bar;
    bar->setIconSize({16, 16});
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    bar->addAction(a.loadPlugin);
    bar->addSeparator();
    bar->addActions({a.pauseAll, a.resumeAll});
    bar->addSeparator();
    bar->addActions({a.of(ItemVerb::Requeue), a.of(ItemVerb::Pause), a.of(ItemVerb::Discard)});
    auto *pause = qobject_cast<QToolButton *>(bar->widgetForAction(a.of(ItemVerb::Pause)));
    auto *terms = new QMenu(pause);
    terms->addAction(a.pauseFor);
    pause->setMenu(terms);
    pause->setPopupMode(QToolButton::MenuButtonPopup);
    bar->addSeparator();
    bar->addAction(a.freeze);
    bar->addSeparator();
    bar->addWidget(m_parts.filterBox);
}

// Without the words of its buttons, which their tool tips say, there is room for the filter box.
void WindowLayout::fitToolBar()
{
    if (m_bar->toolButtonStyle() == Qt::ToolButtonTextBesideIcon)
        m_widthOfWords = m_bar->sizeHint().width();
    m_bar->setToolButtonStyle(m_window.width() >= m_widthOfWords ? Qt::ToolButtonTextBesideIcon
                                                                 : Qt::ToolButtonIconOnly);
}

// Numbers are less than rows.
void WindowLayout::fitTiles()
{
    m_parts.tiles->setOneLine(m_window.width() < WidthForFacets
                              || m_window.height() < HeightForCharts);
}

void WindowLayout::addTiles()
{
    QToolBar *bar = addBar("tileToolBar", tr("Tiles"));
    m_parts.tiles->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    bar->addWidget(m_parts.tiles);
    m_parts.filterBox->explainOver(bar);
}

QDockWidget *WindowLayout::addDock(const char *name, const QString &title, QWidget &content,
                                   Qt::DockWidgetArea area)
{
    auto *dock = new QDockWidget(title, &m_window);
    dock->setObjectName(QLatin1String(name));
    dock->setWidget(&content);
    m_window.addDockWidget(area, dock);
    // Of docks that are tabs Qt puts those behind beside the window, where Tab still goes.
    connect(dock, &QDockWidget::visibilityChanged, dock, [dock](bool inFront) {
        for (QWidget *part : {dock->widget(), dock->titleBarWidget()}) {
            if (part)
                part->setEnabled(inFront);
        }
    });
    return dock;
}

void WindowLayout::addLowerDocks()
{
    m_charts = addDock("chartsDock", tr("Live Charts"), *m_parts.charts, Qt::BottomDockWidgetArea);
    QDockWidget *events = addDock("eventsDock", tr("Events"), *m_parts.eventsPane,
                                  Qt::BottomDockWidgetArea);
    QDockWidget *log = addDock("operatorDock", tr("Operator Log"), *m_parts.logTable,
                               Qt::BottomDockWidgetArea);
    m_window.tabifyDockWidget(m_charts, events);
    m_window.tabifyDockWidget(events, log);
    m_charts->raise();
    m_window.setTabPosition(Qt::BottomDockWidgetArea, QTabWidget::North);
    m_charts->setTitleBarWidget(m_parts.charts->titleBar()); // a tab says what it is
    m_parts.toasts->prefer({m_charts, events, log});
    for (QDockWidget *dock : {events, log})
        dock->setTitleBarWidget(new QWidget(dock));
}

// Sizes that suit the window as it is.
void WindowLayout::arrangeDocks()
{
    const bool narrow = m_window.width() < 1280;
    // On a small screen rows go before all else; the menu View brings the rest.
    m_facets->setVisible(m_window.width() >= WidthForFacets);
    QList<QDockWidget *> lower = m_window.tabifiedDockWidgets(m_charts);
    lower += m_charts;
    for (QDockWidget *dock : lower)
        dock->setVisible(m_window.height() >= HeightForCharts);
    m_window.resizeDocks({m_facets, m_details},
                         {std::clamp(m_window.width() / 7, 184, 240), narrow ? 240 : 312},
                         Qt::Horizontal);
    m_window.resizeDocks({m_charts}, {std::clamp(m_window.height() / 4, 160, 240)}, Qt::Vertical);
}

void WindowLayout::restore()
{
    m_firstState = m_window.saveState(WindowSettings::Version);
    const WindowSettings &settings = m_parts.settings;
    m_window.restoreGeometry(settings.value("geometry").toByteArray());
    for (Table *table : m_window.findChildren<Table *>()) {
        const QByteArray columns = settings.value(columnsKey(*table)).toByteArray();
        if (!columns.isEmpty())
            table->restoreColumns(columns);
    }
    m_parts.tabs->board().restoreBorder(settings.value("board").toByteArray());
}

void WindowLayout::onShown()
{
    fitToolBar();
    fitTiles();
    if (!std::exchange(m_isRestored, true))
        restoreDocks();
}

void WindowLayout::onResized()
{
    fitToolBar();
    fitTiles();
    if (m_isSqueezed)
        restoreDocks();
}

// Of a window that is not shown, Qt forgets the sizes of all docks if some are tabs.
void WindowLayout::restoreDocks()
{
    const WindowSettings &settings = m_parts.settings;
    m_parts.logTable->scrollToBottom();
    if (!m_window.restoreState(settings.value("state").toByteArray(), WindowSettings::Version))
        return arrangeDocks();
    // A window that is being maximized gets its size later: what was squeezed is put right then.
    const QSize remembered = settings.value("size").toSize();
    m_isSqueezed = m_window.isMaximized() && !m_isSqueezed && m_window.size() != remembered;
}

void WindowLayout::reset()
{
    m_window.restoreState(m_firstState, WindowSettings::Version);
    arrangeDocks();
    for (Table *table : m_window.findChildren<Table *>())
        table->resetColumns();
    m_parts.tabs->board().resetBorder();
}

void WindowLayout::save()
{
    WindowSettings &settings = m_parts.settings;
    if (m_isRestored) { // else it was never shown
        settings.setValue("geometry", m_window.saveGeometry());
        settings.setValue("size", m_window.size());
        settings.setValue("state", m_window.saveState(WindowSettings::Version));
    }
    settings.setValue("board", m_parts.tabs->board().saveBorder());
    for (const Table *table : m_window.findChildren<Table *>())
        settings.setValue(columnsKey(*table), table->saveColumns());
}

} // namespace qontroller::ui
