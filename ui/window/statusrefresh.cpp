// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/statusrefresh.h"

#include "ui/actions/bulkrequeue.h"
#include "ui/state/deltapump.h"
#include "ui/state/livestate.h"
#include "ui/views/statusline.h"
#include "ui/views/tabs.h"

namespace qontroller::ui {

StatusRefresh::StatusRefresh(const LiveState &state, const DeltaPump &pump, BulkRequeue &bulk,
                             Tabs &tabs, StatusLine &status)
    : m_state(state)
    , m_pump(pump)
    , m_tabs(tabs)
    , m_status(status)
{
    connect(&bulk, &BulkRequeue::progressed, this, [this, &bulk] { m_status.showBulk(bulk); });
    connect(&status, &StatusLine::stopRequested, this, [&bulk] { bulk.stop(); });
    connect(&tabs.items(), &ItemsModel::refreshed, this, &StatusRefresh::showCounts);
}

void StatusRefresh::showCounts()
{
    const ItemsModel &items = m_tabs.items();
    m_status.showCounts(items.filter().isEmpty() ? std::nullopt
                                                 : std::optional(items.liveRowCount()),
                        m_state, m_tabs.selectedCount());
}

void StatusRefresh::showAll()
{
    showCounts();
    m_status.showPaused(m_state);
    m_status.showTrouble(m_state);
    m_status.showRates(m_state, m_pump.pace().interval());
}

} // namespace qontroller::ui
