// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/facetsrefresh.h"

#include "ui/models/signature.h"
#include "ui/state/livestate.h"
#include "ui/views/facetspane.h"
#include "ui/views/filterbox.h"
#include "ui/views/tabs.h"
#include "ui/words/format.h"

#include <algorithm>
#include <utility>

namespace qontroller::ui {

namespace {

constexpr qsizetype MostErrors = 8;

} // namespace

FacetsRefresh::FacetsRefresh(const LiveState &state, const FilterBox &filterBox, Tabs &tabs,
                             FacetsPane &facets)
    : m_state(state)
    , m_tabs(tabs)
    , m_facets(facets)
{
    connect(&filterBox, &FilterBox::filterChanged, this,
            [this, &filterBox] { m_facets.setFilterText(filterBox.text()); });
    connect(&tabs.items(), &ItemsModel::refreshed, this, [this] {
        if (std::exchange(m_isWaiting, false))
            m_facets.show(m_state);
    });
}

void FacetsRefresh::show()
{
    m_isWaiting = m_tabs.items().isBehind();
    if (!m_isWaiting)
        m_facets.show(m_state);
    showErrors();
}

void FacetsRefresh::showErrors()
{
    QList<FacetsPane::Error> errors;
    const FailuresModel &failures = m_tabs.failures();
    for (int row = 0; row < failures.rowCount(); ++row) {
        const FailureGroup &group = failures.rowAt(row);
        errors += {toLine(group.signature), signaturePattern(group.signature), group.items};
    }
    const auto end = errors.begin() + std::min<qsizetype>(errors.size(), MostErrors);
    std::partial_sort(errors.begin(), end, errors.end(), [](const auto &a, const auto &b) {
        return a.items != b.items ? a.items > b.items : a.expression < b.expression;
    });
    m_facets.showErrors({errors.begin(), end});
}

} // namespace qontroller::ui
