// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/rowselection.h"

#include "ui/state/itemstore.h"
#include "ui/views/table.h"

#include <algorithm>

namespace qontroller::ui {

RowSelection::RowSelection(Table &table, Rows rows, QObject *parent)
    : QObject(parent)
    , m_table(table)
    , m_rows(std::move(rows))
{
    connect(&table, &Table::selectionMoved, this, &RowSelection::onSelected);
    connect(&m_rows.model, &OrderedModel::aboutToReorder, this, &RowSelection::rememberRows);
    connect(&m_rows.model, &OrderedModel::reordered, this, &RowSelection::selectAgain);
}

// A click sets the current row and the selection, one after the other: the last one counts.
void RowSelection::onSelected()
{
    if (m_reordering)
        return;
    m_away.clear();
    m_madeAgain = false;
    const QModelIndex current = m_table.currentIndex();
    if (current.isValid() && m_table.selectionModel()->isRowSelected(current.row()))
        m_chosen = m_rows.itemAt(current.row());
    else if (const QList<int> rows = m_table.selectedRowNumbers(); !rows.isEmpty())
        m_chosen = m_rows.itemAt(rows.first());
    else
        m_chosen.reset();
    emit moved();
}

void RowSelection::rememberRows()
{
    m_reordering = true;
    m_before.clear();
    for (const int row : m_table.selectedRowNumbers())
        m_before.push_back(m_rows.nameAt(row));
}

void RowSelection::selectAgain()
{
    const std::vector<Name> away = std::exchange(m_away, {});
    for (const Name &name : m_before) {
        if (m_rows.rowOf(name) < 0)
            m_away.push_back(name);
    }
    for (const Name &name : away) {
        if (m_rows.rowOf(name) < 0)
            m_away.push_back(name);
        else
            select(name);
    }
    const bool cameBack = m_madeAgain && isChosenInTable();
    if (cameBack) {
        select({m_chosen->controller, m_chosen->key});
        m_madeAgain = false;
    }
    const bool isAnother = followSelected();
    m_before.clear();
    m_reordering = false;
    if (!away.empty() || !m_away.empty() || cameBack || isAnother)
        emit moved();
}

// What is highlighted, what Details show and what actions mean are the same.
bool RowSelection::followSelected()
{
    if (!m_chosen || isChosenInTable())
        return false;
    const QList<int> rows = m_table.selectedRowNumbers();
    if (rows.isEmpty())
        return false;
    m_chosen = m_rows.itemAt(rows.first());
    m_madeAgain = false;
    m_table.setFrame(rows.first());
    return true;
}

void RowSelection::select(const Name &name)
{
    const int row = m_rows.rowOf(name);
    m_table.selectionModel()->select(m_rows.model.index(row, 0),
                                     QItemSelectionModel::Select | QItemSelectionModel::Rows);
    if (m_chosen && name == Name(m_chosen->controller, m_chosen->key)
        && !m_table.currentIndex().isValid())
        m_table.setFrame(row);
}

void RowSelection::takeAdded(const LiveState &state, const std::vector<Slot> &added)
{
    const ItemStore &items = state.items();
    if (!m_chosen || items.find(m_chosen->controller, m_chosen->key))
        return;
    const ControllerId controller = state.nowOf(m_chosen->controller);
    const auto same = std::ranges::find_if(added, [&](Slot slot) {
        const Item &item = items.at(slot);
        return item.controller == controller && item.row.id == m_chosen->id;
    });
    if (same == added.end())
        return;
    m_chosen = ItemRef::of(controller, items.at(*same).row);
    m_madeAgain = true;
    emit moved();
}

bool RowSelection::isChosenInTable() const
{
    return m_chosen && m_rows.rowOf({m_chosen->controller, m_chosen->key}) >= 0;
}

ItemRefs RowSelection::meant() const
{
    ItemRefs items;
    for (const int row : m_table.selectedRowNumbers())
        items.push_back(m_rows.itemAt(row));
    return items;
}

} // namespace qontroller::ui
