// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

namespace qontroller::ui {

class FacetsPane;
class FilterBox;
class LiveState;
class Tabs;

/// Brings the facets up to date: together with the rows that they lead to, so that both say
/// the same number.
class FacetsRefresh final : public QObject
{
    Q_OBJECT

public:
    FacetsRefresh(const LiveState &state, const FilterBox &filterBox, Tabs &tabs,
                  FacetsPane &facets);

    void show();

private:
    void showErrors();

    const LiveState &m_state;
    Tabs &m_tabs;
    FacetsPane &m_facets;
    bool m_isWaiting = false; ///< for the rows of a filter
};

} // namespace qontroller::ui
