// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/detailsrefresh.h"

#include "ui/views/board.h"
#include "ui/views/detailspane.h"
#include "ui/views/tabs.h"

namespace qontroller::ui {

DetailsRefresh::DetailsRefresh(Tabs &tabs, DetailsPane &details)
    : m_tabs(tabs)
    , m_details(details)
{}

void DetailsRefresh::show()
{
    if (m_tabs.currentTab() == Tabs::Tab::Operations)
        return m_details.setText(m_tabs.board().selectedDetails(),
                                 tr("Select an operation or a member to see what it waits for and "
                                    "how it is."));
    m_details.setItem(m_tabs.chosenItem(), m_tabs.isChosenInTable() ? DetailsPane::Row::InTable
                                                                    : DetailsPane::Row::None);
}

} // namespace qontroller::ui
