// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "core/base/threads/clock.h"
#include "core/remote/link/hoststatus.h"

class QWidget;

namespace qontroller::ui {

class ChartsPane;
class DetailsPane;
class FacetsPane;
class LiveState;
struct WindowParts;
class Tabs;
class TileBar;

/// Brings up to date what shows the state: charts as the history goes on, all else at each moment
/// of the state. A minimised window paints nothing.
///
/// All numbers of a picture are of one moment: they wait for the rows that a filter finds then, but
/// not for long.
class WindowRefresh final : public QObject
{
    Q_OBJECT

public:
    WindowRefresh(const QWidget &window, const LiveState &state, Tabs &tabs, ChartsPane &charts,
                  TileBar &tiles, FacetsPane &facets, DetailsPane &details);

    /// Shows the moment that the state has now, whatever is still looked for.
    void showMoment();
    /// Facets, and what of the chosen item grows older.
    void showPanes();
    /// Lets Details follow what is selected in the tab in front.
    void showDetails();

signals:
    /// Numbers of another moment are about to be shown.
    void momentBegins();
    /// All that shows numbers of the moment is to do so.
    void slowUpdate();

private:
    void showUpdate();
    void showErrorFacets();
    /// Empty: nothing is known of it.
    [[nodiscard]] QString detailsOf(ControllerId controller) const;
    [[nodiscard]] QString groupsText() const;
    /// Lets charts and tiles follow the host that the filter asks for.
    void followHost();

    const QWidget &m_window;
    const LiveState &m_state;
    Tabs &m_tabs;
    ChartsPane &m_charts;
    TileBar &m_tiles;
    FacetsPane &m_facets;
    DetailsPane &m_details;
    bool m_isWaiting = false; ///< for the rows of a filter
    HostId m_host = 0;        ///< whose numbers tiles show; 0: those of all
    TimePoint m_shown;        ///< the last moment that was
};

} // namespace qontroller::ui
