// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "core/base/clock.h"

class QWidget;

namespace qontroller::ui {

class ChartsPane;
class LiveState;
class Tabs;
class TileBar;

/// When the window shows what is new: tables and charts with each update of the state, all
/// else four times a second. A minimised window paints nothing.
class WindowRefresh final : public QObject
{
    Q_OBJECT

public:
    WindowRefresh(const QWidget &window, LiveState &state, Tabs &tabs, ChartsPane &charts,
                  TileBar &tiles);

    void showUpdate();

signals:
    /// What changes four times a second is to be shown.
    void slowUpdate();

private:
    const QWidget &m_window;
    LiveState &m_state;
    Tabs &m_tabs;
    ChartsPane &m_charts;
    TileBar &m_tiles;
    TimePoint m_lastSlow; ///< when what changes four times a second was shown
};

} // namespace qontroller::ui
