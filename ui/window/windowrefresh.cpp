// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/windowrefresh.h"

#include "ui/state/livestate.h"
#include "ui/tiles/tilebar.h"
#include "ui/views/chartspane.h"
#include "ui/views/tabs.h"

namespace qontroller::ui {

namespace {

using namespace std::chrono_literals;
constexpr Duration SlowInterval = 240ms;

} // namespace

WindowRefresh::WindowRefresh(const QWidget &window, LiveState &state, Tabs &tabs,
                             ChartsPane &charts, TileBar &tiles)
    : m_window(window)
    , m_state(state)
    , m_tabs(tabs)
    , m_charts(charts)
    , m_tiles(tiles)
{
    connect(&state, &LiveState::updated, this, &WindowRefresh::showUpdate);
    connect(&charts, &ChartsPane::controllerChosen, this, [this] {
        m_charts.show(m_state);
        m_charts.showValues(m_state);
    });
}

void WindowRefresh::showUpdate()
{
    if (!m_window.isMinimized())
        m_tabs.show(m_state);
    m_charts.show(m_state);
    if (m_window.isMinimized() || m_state.now() - m_lastSlow < SlowInterval)
        return;
    m_lastSlow = m_state.now();
    m_tiles.show(m_state);
    m_charts.showValues(m_state);
    m_tabs.showTitles();
    emit slowUpdate();
}

} // namespace qontroller::ui
