// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/selection.h"

#include "ui/views/table.h"

namespace qontroller::ui {

Selection::Selection(Table &table, Rows rows, QObject *parent)
    : QObject(parent)
    , m_table(table)
    , m_rows(std::move(rows))
{
    connect(&table, &Table::selectionMoved, this, &Selection::onSelected);
    connect(&m_rows.model, &OrderedModel::aboutToReorder, this, &Selection::rememberRows);
    connect(&m_rows.model, &OrderedModel::reordered, this, &Selection::selectAgain);
}

// A click sets the current row and the selection, one after the other: the last one counts.
void Selection::onSelected()
{
    if (m_reordering)
        return;
    m_away.clear();
    const QModelIndex current = m_table.currentIndex();
    if (current.isValid() && m_table.selectionModel()->isRowSelected(current.row()))
        m_chosen = m_rows.itemAt(current.row());
    else if (const QList<int> rows = m_table.selectedRowNumbers(); !rows.isEmpty())
        m_chosen = m_rows.itemAt(rows.first());
    else
        m_chosen.reset();
    emit moved();
}

void Selection::rememberRows()
{
    m_reordering = true;
    m_before.clear();
    for (const int row : m_table.selectedRowNumbers())
        m_before.push_back(m_rows.nameAt(row));
}

void Selection::selectAgain()
{
    const std::vector<Name> away = std::exchange(m_away, {});
    for (const Name &name : m_before) {
        if (m_rows.rowOf(name) < 0)
            m_away.push_back(name);
    }
    for (const Name &name : away) {
        const int row = m_rows.rowOf(name);
        if (row < 0)
            m_away.push_back(name);
        else
            m_table.selectionModel()->select(m_rows.model.index(row, 0),
                                             QItemSelectionModel::Select
                                                 | QItemSelectionModel::Rows);
    }
    m_before.clear();
    m_reordering = false;
    if (!away.empty() || !m_away.empty())
        emit moved();
}

bool Selection::isChosenInTable() const
{
    return m_chosen && m_rows.rowOf({m_chosen->controller, m_chosen->key}) >= 0;
}

ItemRefs Selection::meant() const
{
    ItemRefs items;
    for (const int row : m_table.selectedRowNumbers())
        items.push_back(m_rows.itemAt(row));
    if (items.empty() && m_chosen)
        items.push_back(*m_chosen);
    return items;
}

std::size_t Selection::meantCount() const
{
    const int rows = m_table.selectedCount();
    return rows > 0 ? std::size_t(rows) : m_chosen ? 1 : 0;
}

} // namespace qontroller::ui
