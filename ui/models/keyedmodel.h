// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QVariant>

#include "ui/models/itemcolumns.h"
#include "ui/models/orderedmodel.h"
#include "ui/theme/theme.h"

#include <algorithm>
#include <map>
#include <set>

namespace qontroller::ui {

/// A column of a small table.
struct ColumnSpec
{
    QString title;
    bool numeric = false;
    int width = 96;
    bool shown = true;
};

/// A small table whose rows have a key and are replaced all at once: for hundreds
/// of rows, not for items. Keys keep their row's selection.
template<class Key, class Row>
class KeyedModel : public OrderedModel
{
public:
    KeyedModel(QList<ColumnSpec> columns, int sortColumn, Qt::SortOrder order, QObject *parent)
        : OrderedModel(parent)
        , m_columns(std::move(columns))
        , m_sortColumn(sortColumn)
        , m_sortOrder(order)
    {}

    void update(std::vector<std::pair<Key, Row>> rows)
    {
        std::map<Key, Handle> handles;
        for (auto &[key, row] : rows) {
            const auto known = m_handles.find(key);
            const Handle handle = known == m_handles.end() ? take() : known->second;
            m_rows[handle] = std::move(row);
            handles.emplace(key, handle);
        }
        std::vector<Handle> released;
        m_gone.clear();
        for (const auto &[key, handle] : m_handles) {
            if (handles.contains(key))
                continue;
            if (m_still) {
                handles.emplace(key, handle);
                m_gone.insert(handle);
            } else {
                released.push_back(handle);
            }
        }
        m_handles = std::move(handles);
        adopt(m_still ? inPlace(sorted()) : sorted());
        m_free.insert(m_free.end(), released.begin(), released.end());
        announce(0, rowCount() - 1);
    }

    [[nodiscard]] const Row &rowAt(int row) const { return m_rows[handleAt(row)]; }
    [[nodiscard]] int rowOfKey(const Key &key) const
    {
        const auto found = m_handles.find(key);
        return found == m_handles.end() ? -1 : rowOf(found->second);
    }
    [[nodiscard]] const QList<ColumnSpec> &columns() const { return m_columns; }

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : int(m_columns.size());
    }

    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override
    {
        if (!checkIndex(index, CheckIndexOption::IndexIsValid))
            return {};
        if (role == Qt::TextAlignmentRole)
            return alignment(index.column());
        if (role == Qt::ForegroundRole && m_gone.contains(handleAt(index.row())))
            return Theme::current().dim;
        return cell(rowAt(index.row()), index.column(), role);
    }

    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override
    {
        if (orientation != Qt::Horizontal || section < 0 || section >= m_columns.size())
            return {};
        if (role == Qt::DisplayRole)
            return m_columns[section].title;
        return role == Qt::TextAlignmentRole ? alignment(section) : QVariant();
    }

    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override
    {
        if (column < 0 || column >= m_columns.size())
            return;
        m_sortColumn = column;
        m_sortOrder = order;
        adopt(sorted());
    }

    /// Rows keep their places: new ones come at the end, and what is gone stays, greyed.
    /// For a pointer over the rows.
    void setStill(bool still)
    {
        m_still = still;
        if (!still)
            adopt(sorted());
    }

protected:
    [[nodiscard]] virtual QVariant cell(const Row &row, int column, int role) const = 0;
    [[nodiscard]] virtual SortKey sortKey(const Row &row, int column) const = 0;

private:
    [[nodiscard]] QVariant alignment(int column) const
    {
        return int((m_columns[column].numeric ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }

    Handle take()
    {
        if (m_free.empty()) {
            m_rows.emplace_back();
            return Handle(m_rows.size() - 1);
        }
        const Handle handle = m_free.back();
        m_free.pop_back();
        return handle;
    }

    /// \a wanted, which has all that the rows have, in their order and what is new behind.
    [[nodiscard]] Order inPlace(const Order &wanted) const
    {
        Order kept = order();
        std::copy_if(wanted.begin(), wanted.end(), std::back_inserter(kept),
                     [this](Handle handle) { return rowOf(handle) < 0; });
        return kept;
    }

    [[nodiscard]] Order sorted() const
    {
        std::vector<std::pair<SortKey, Handle>> entries;
        for (const auto &[key, handle] : m_handles)
            entries.emplace_back(sortKey(m_rows[handle], m_sortColumn), handle);
        std::stable_sort(entries.begin(), entries.end(), [&](const auto &a, const auto &b) {
            return m_sortOrder == Qt::AscendingOrder ? a.first < b.first : b.first < a.first;
        });
        Order order;
        for (const auto &[key, handle] : entries)
            order.push_back(handle);
        return order;
    }

    QList<ColumnSpec> m_columns;
    int m_sortColumn;
    Qt::SortOrder m_sortOrder;
    bool m_still = false;
    std::set<Handle> m_gone; // but still shown
    std::map<Key, Handle> m_handles;
    std::vector<Row> m_rows; // by handle
    std::vector<Handle> m_free;
};

} // namespace qontroller::ui
