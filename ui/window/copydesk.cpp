// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/copydesk.h"

#include "ui/actions/actions.h"
#include "ui/views/board.h"
#include "ui/views/table.h"
#include "ui/views/tabs.h"

#include <QtGui/QAction>
#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>

namespace qontroller::ui {

CopyDesk::CopyDesk(const Actions &actions, Tabs &tabs)
    : m_tabs(tabs)
{
    connect(actions.copy, &QAction::triggered, this, &CopyDesk::copyText);
    connect(actions.copyJson, &QAction::triggered, this, &CopyDesk::copyJson);
    connect(actions.selectAll, &QAction::triggered, this, &CopyDesk::selectAll);
}

void CopyDesk::copyText()
{
    QGuiApplication::clipboard()->setText(m_tabs.currentTab() == Tabs::Tab::Operations
                                              ? m_tabs.board().selectedAsText()
                                              : m_tabs.currentTable().selectedAsText());
}

void CopyDesk::copyJson()
{
    QGuiApplication::clipboard()->setText(m_tabs.currentTable().selectedAsJson());
}

void CopyDesk::selectAll()
{
    EmployersTree &employers = m_tabs.board().employers();
    employers.hasFocus() ? employers.selectAll() : m_tabs.currentTable().selectAll();
}

} // namespace qontroller::ui
