// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "core/base/clock.h"
#include "core/observe/hosts.h"

class QWidget;

namespace qontroller::ui {

class ChartsPane;
class DetailsPane;
class FacetsPane;
class LiveState;
struct WindowParts;
class Tabs;
class TileBar;

/// Brings up to date what shows the state: tables and charts with each update of the state, all
/// else four times a second. A minimised window paints nothing.
///
/// Facets wait for the rows that they lead to, so that both say the same number.
class WindowRefresh final : public QObject
{
    Q_OBJECT

public:
    WindowRefresh(const QWidget &window, const LiveState &state, Tabs &tabs, ChartsPane &charts,
                  TileBar &tiles, FacetsPane &facets, DetailsPane &details);

    void showUpdate();
    /// Facets, and what of the chosen item grows older.
    void showPanes();
    /// Lets Details follow what is selected in the tab in front.
    void showDetails();

signals:
    /// What changes four times a second is to be shown.
    void slowUpdate();

private:
    void showFacets();
    void showErrorFacets();
    /// Lets charts and tiles follow the host that the filter asks for.
    void followHost();

    const QWidget &m_window;
    const LiveState &m_state;
    Tabs &m_tabs;
    ChartsPane &m_charts;
    TileBar &m_tiles;
    FacetsPane &m_facets;
    DetailsPane &m_details;
    bool m_areFacetsWaiting = false; ///< for the rows of a filter
    HostId m_host = 0;               ///< whose numbers tiles show; 0: those of all
    TimePoint m_lastSlow;            ///< when what changes four times a second was shown
};

} // namespace qontroller::ui
