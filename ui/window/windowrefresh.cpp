// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/windowrefresh.h"

#include "ui/models/signature.h"
#include "ui/overview/overview.h"
#include "ui/state/livestate.h"
#include "ui/tiles/tilebar.h"
#include "ui/views/board.h"
#include "ui/views/chartspane.h"
#include "ui/views/detailspane.h"
#include "ui/views/facetspane.h"
#include "ui/views/table.h"
#include "ui/views/tabs.h"
#include "ui/words/controllerdetails.h"
#include "ui/words/format.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace qontroller::ui {

namespace {

using namespace std::chrono_literals;
constexpr Duration MostLate = 1s; ///< numbers behind rows that a filter looks for
constexpr qsizetype MostErrors = 8;
constexpr qsizetype MostGroups = 5;      ///< of failures that Details say
constexpr std::size_t NamesOfGroup = 20; ///< … of the objects of one

/// Whose row is chosen; 0: it is of no controller, or there are several.
ControllerId chosenController(Tabs &tabs)
{
    if (tabs.currentTab() == Tabs::Tab::Overview) {
        const ControllerHealth *chosen = tabs.overview().chosenController();
        return chosen ? chosen->id : ControllerId(0);
    }
    const bool isOne = tabs.currentTab() == Tabs::Tab::Controllers && tabs.selectedCount() == 1;
    return isOne ? tabs.meantControllers().front() : ControllerId(0);
}

} // namespace

WindowRefresh::WindowRefresh(const QWidget &window, const LiveState &state, Tabs &tabs,
                             ChartsPane &charts, TileBar &tiles, FacetsPane &facets,
                             DetailsPane &details)
    : m_window(window)
    , m_state(state)
    , m_tabs(tabs)
    , m_charts(charts)
    , m_tiles(tiles)
    , m_facets(facets)
    , m_details(details)
{
    connect(&state, &LiveState::updated, this, &WindowRefresh::showUpdate);
    connect(&state, &LiveState::recorded, this, [this] { m_charts.show(m_state); });
    connect(&charts, &ChartsPane::controllerChosen, this, [this] {
        m_charts.show(m_state);
        m_charts.showValues(m_state);
    });
    connect(&tabs.items(), &ItemsModel::refreshed, this, [this] {
        if (m_isWaiting && !m_tabs.items().isBehind())
            showMoment();
    });
}

void WindowRefresh::showUpdate()
{
    if (m_window.isMinimized())
        return;
    ItemsModel &items = m_tabs.items();
    items.setControllers(m_state.book());
    items.setNow(m_state.now());
    const bool isLate = m_state.now() - m_shown >= MostLate;
    m_isWaiting = items.isBehind() && !isLate;
    if (!m_isWaiting)
        showMoment();
}

void WindowRefresh::showMoment()
{
    m_isWaiting = false;
    m_shown = m_state.now();
    emit momentBegins();
    m_tabs.show(m_state);
    followHost();
    m_tiles.show(m_state, m_host);
    m_charts.showValues(m_state);
    m_tabs.showTitles();
    emit slowUpdate();
}

void WindowRefresh::followHost()
{
    const HostId host = m_facets.chosenHost(m_state);
    if (std::exchange(m_host, host) != host)
        m_charts.setHost(host);
}

void WindowRefresh::showPanes()
{
    m_facets.show(m_state);
    showErrorFacets();
    if (m_tabs.currentTab() == Tabs::Tab::Overview || !m_tabs.chosenItem())
        showDetails(); // it says what all needs
    m_details.refresh();
}

void WindowRefresh::showErrorFacets()
{
    QList<FacetsPane::Error> errors;
    for (const auto &[signature, count] : m_tabs.failures().causes(m_host))
        errors += {toLine(signature), signaturePattern(signature), count};
    const auto end = errors.begin() + std::min<qsizetype>(errors.size(), MostErrors);
    std::partial_sort(errors.begin(), end, errors.end(), [](const auto &a, const auto &b) {
        return a.items != b.items ? a.items > b.items : a.expression < b.expression;
    });
    m_facets.showErrors({errors.begin(), end});
}

QString WindowRefresh::detailsOf(ControllerId controller) const
{
    const QString health = m_tabs.overview().detailsOf(controller);
    const auto &known = m_tabs.overview().outlook().controllers;
    const auto found = std::ranges::find(known, controller, &ControllerHealth::id);
    const ControllerView *view = m_state.controller(controller);
    if (health.isEmpty() || found == known.end() || !view)
        return health;
    return health + QStringLiteral("\n\n")
           + ui::detailsOf(*view, m_state.hosts().moment(), found->differences);
}

/// What is selected in Failures: one group with names of its objects, of several what they are.
QString WindowRefresh::groupsText() const
{
    const QList<int> rows = m_tabs.table(Tabs::Tab::Failures).selectedRowNumbers();
    QStringList parts;
    for (const int row : rows.first(std::min(rows.size(), MostGroups)))
        parts += m_tabs.failures().textOf(row, rows.size() == 1 ? NamesOfGroup : 0);
    if (rows.size() > MostGroups)
        parts += tr("%1 more").arg(formatCount(std::uint64_t(rows.size() - MostGroups)));
    return parts.join(QStringLiteral("\n\n"));
}

// Where nothing is selected, the verdict on all is there.
void WindowRefresh::showDetails()
{
    const ControllerId controller = chosenController(m_tabs);
    const QString ofController = detailsOf(controller);
    if (!ofController.isEmpty())
        return m_details.setController(controller, ofController);
    const QString verdict = m_tabs.overview().verdict() + QStringLiteral("\n\n");
    if (m_tabs.currentTab() == Tabs::Tab::Overview)
        return m_details.setText(m_tabs.overview().details(), {});
    if (m_tabs.currentTab() == Tabs::Tab::Operations)
        return m_details.setText(m_tabs.board().selectedDetails(),
                                 verdict
                                     + tr("Select an operation or a member to see what it waits "
                                          "for and how it is."));
    if (m_tabs.currentTab() == Tabs::Tab::Controllers)
        return m_details.setText({}, verdict
                                         + tr("Select a controller to see how it is and what its "
                                              "parameters are."));
    if (m_tabs.currentTab() == Tabs::Tab::Failures)
        return m_details.setText(groupsText(),
                                 verdict
                                     + tr("Select an error to see what fails with it, and since "
                                          "when."));
    if (!m_tabs.chosenItem())
        return m_details.setText({}, verdict
                                         + tr("Select an object to see its attempts, its errors "
                                              "and what happens next."));
    m_details.setItem(m_tabs.chosenItem(),
                      m_tabs.isChosenInTable() ? DetailsPane::Row::InTable : DetailsPane::Row::None,
                      m_tabs.selectedCount());
}

} // namespace qontroller::ui
