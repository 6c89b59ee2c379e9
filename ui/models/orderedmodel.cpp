// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/orderedmodel.h"

#include <algorithm>

namespace qontroller::ui {

int OrderedModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_order.size());
}

int OrderedModel::rowOf(Handle handle) const
{
    return handle < m_rows.size() ? m_rows[handle] : -1;
}

void OrderedModel::adopt(Order order)
{
    if (order == m_order)
        return;
    emit aboutToReorder();
    std::vector<bool> wanted;
    for (const Handle handle : order) {
        if (handle >= wanted.size())
            wanted.resize(std::max<std::size_t>(handle + 1, wanted.size() * 2));
        wanted[handle] = true;
    }
    const auto isWanted = [&](Handle handle) { return handle < wanted.size() && wanted[handle]; };

    Order survivors;
    Order added;
    for (const Handle handle : order)
        (rowOf(handle) >= 0 ? survivors : added).push_back(handle);

    const std::size_t kept = survivors.size();
    Order withTail = survivors;
    std::copy_if(m_order.begin(), m_order.end(), std::back_inserter(withTail),
                 [&](Handle handle) { return !isWanted(handle); });
    permute(std::move(withTail));
    removeTail(kept);
    append(added);
    permute(std::move(order));
    emit reordered();
}

void OrderedModel::announce(int first, int last)
{
    if (first >= 0 && first <= last && last < rowCount())
        emit dataChanged(index(first, 0), index(last, columnCount() - 1));
}

void OrderedModel::permute(Order order)
{
    if (order == m_order)
        return;
    emit layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    std::vector<Handle> handles;
    handles.reserve(std::size_t(before.size()));
    for (const QModelIndex &index : before)
        handles.push_back(handleAt(index.row()));
    m_order = std::move(order);
    indexRows();
    QModelIndexList after;
    after.reserve(before.size());
    for (qsizetype i = 0; i < before.size(); ++i)
        after += createIndex(rowOf(handles[std::size_t(i)]), before[i].column());
    changePersistentIndexList(before, after);
    emit layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

void OrderedModel::removeTail(std::size_t keep)
{
    if (keep == m_order.size())
        return;
    beginRemoveRows({}, int(keep), rowCount() - 1);
    for (std::size_t row = keep; row < m_order.size(); ++row)
        m_rows[m_order[row]] = -1;
    m_order.resize(keep);
    endRemoveRows();
}

void OrderedModel::append(const Order &tail)
{
    if (tail.empty())
        return;
    beginInsertRows({}, rowCount(), rowCount() + int(tail.size()) - 1);
    m_order.insert(m_order.end(), tail.begin(), tail.end());
    indexRows();
    endInsertRows();
}

void OrderedModel::indexRows()
{
    std::fill(m_rows.begin(), m_rows.end(), -1);
    for (std::size_t row = 0; row < m_order.size(); ++row) {
        const Handle handle = m_order[row];
        if (handle >= m_rows.size())
            m_rows.resize(std::max<std::size_t>(handle + 1, m_rows.size() * 2), -1);
        m_rows[handle] = int(row);
    }
}

} // namespace qontroller::ui
