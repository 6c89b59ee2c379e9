// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/windowdocks.h"

#include "ui/state/windowsettings.h"
#include "ui/views/chartspane.h"
#include "ui/views/detailspane.h"
#include "ui/views/facetspane.h"
#include "ui/views/table.h"
#include "ui/window/logtables.h"

#include <QtWidgets/QDockWidget>
#include <QtWidgets/QMainWindow>

#include <algorithm>

namespace qontroller::ui {

WindowDocks::WindowDocks(QMainWindow &window, FacetsPane &facets, DetailsPane &details,
                         ChartsPane &charts, const LogTables &logTables)
    : m_window(window)
    , m_logTables(logTables)
    , m_facets(add("facetsDock", tr("Facets"), facets, Qt::LeftDockWidgetArea))
    , m_details(add("detailsDock", tr("Details"), details, Qt::RightDockWidgetArea))
{
    window.setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    window.setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    addLower(charts);
    m_facets->setFeatures(QDockWidget::DockWidgetClosable | QDockWidget::DockWidgetMovable);
}

QDockWidget *WindowDocks::add(const char *name, const QString &title, QWidget &content,
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

void WindowDocks::addLower(ChartsPane &charts)
{
    m_charts = add("chartsDock", tr("Live Charts"), charts, Qt::BottomDockWidgetArea);
    QDockWidget *events = add("eventsDock", tr("Events"), m_logTables.events(),
                              Qt::BottomDockWidgetArea);
    QDockWidget *log = add("operatorDock", tr("Operator Log"), m_logTables.operatorTable(),
                           Qt::BottomDockWidgetArea);
    m_window.tabifyDockWidget(m_charts, events);
    m_window.tabifyDockWidget(events, log);
    m_charts->raise();
    m_window.setTabPosition(Qt::BottomDockWidgetArea, QTabWidget::North);
    m_charts->setTitleBarWidget(charts.titleBar()); // a tab says what it is
    for (QDockWidget *dock : {events, log})
        dock->setTitleBarWidget(new QWidget(dock));
}

void WindowDocks::arrange()
{
    const bool narrow = m_window.width() < 1280;
    m_window.resizeDocks({m_facets, m_details}, {narrow ? 184 : 192, narrow ? 240 : 312},
                         Qt::Horizontal);
    m_window.resizeDocks({m_charts}, {std::clamp(m_window.height() / 4, 160, 240)}, Qt::Vertical);
}

bool WindowDocks::restore(const QByteArray &state)
{
    m_logTables.operatorTable().scrollToBottom();
    const bool isRestored = m_window.restoreState(state, WindowSettings::Version);
    if (!isRestored)
        arrange();
    return isRestored;
}

} // namespace qontroller::ui
