// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/windowlayout.h"

#include "ui/actions/actions.h"
#include "ui/state/windowsettings.h"
#include "ui/views/board.h"
#include "ui/views/table.h"
#include "ui/views/tabs.h"
#include "ui/window/windowdocks.h"

#include <QtGui/QAction>
#include <QtWidgets/QMainWindow>

#include <utility>

namespace qontroller::ui {

namespace {

QString columnsKey(const Table &table)
{
    return QStringLiteral("columns/") + table.objectName();
}

} // namespace

WindowLayout::WindowLayout(QMainWindow &window, const Actions &actions, WindowSettings &settings,
                           WindowDocks &docks, Tabs &tabs)
    : m_window(window)
    , m_settings(settings)
    , m_docks(docks)
    , m_tabs(tabs)
    , m_firstState(window.saveState(WindowSettings::Version))
{
    connect(actions.resetLayout, &QAction::triggered, this, &WindowLayout::reset);
    restore();
}

void WindowLayout::restore()
{
    m_window.restoreGeometry(m_settings.value("geometry").toByteArray());
    for (Table *table : m_window.findChildren<Table *>()) {
        const QByteArray columns = m_settings.value(columnsKey(*table)).toByteArray();
        if (!columns.isEmpty())
            table->restoreColumns(columns);
    }
    m_tabs.board().restoreBorder(m_settings.value("board").toByteArray());
}

void WindowLayout::onShown()
{
    if (!std::exchange(m_isRestored, true))
        restoreDocks();
}

void WindowLayout::onResized()
{
    if (m_isSqueezed)
        restoreDocks();
}

// Of a window that is not shown, Qt forgets the sizes of all docks if some are tabs.
void WindowLayout::restoreDocks()
{
    if (!m_docks.restore(m_settings.value("state").toByteArray()))
        return;
    // A window that is being maximized gets its size later: what was squeezed is put right then.
    const QSize remembered = m_settings.value("size").toSize();
    m_isSqueezed = m_window.isMaximized() && !m_isSqueezed && m_window.size() != remembered;
}

void WindowLayout::reset()
{
    m_window.restoreState(m_firstState, WindowSettings::Version);
    m_docks.arrange();
    for (Table *table : m_window.findChildren<Table *>())
        table->resetColumns();
    m_tabs.board().resetBorder();
}

void WindowLayout::save()
{
    if (m_isRestored) { // else it was never shown
        m_settings.setValue("geometry", m_window.saveGeometry());
        m_settings.setValue("size", m_window.size());
        m_settings.setValue("state", m_window.saveState(WindowSettings::Version));
    }
    m_settings.setValue("board", m_tabs.board().saveBorder());
    for (const Table *table : m_window.findChildren<Table *>())
        m_settings.setValue(columnsKey(*table), table->saveColumns());
}

} // namespace qontroller::ui
