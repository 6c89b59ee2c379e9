// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/itemsmodel.h"
#include "ui/state/itemstore.h"
#include "ui/views/table.h"

#include "core/engine/observe/feed/delta.h"

#include <random>

namespace qontroller::test {

using namespace ui;

inline constexpr TimePoint Start{std::chrono::hours(10)};

inline ItemRow rowOf(ItemKey key, const std::string &id, ItemState state = ItemState::InSync,
                     std::uint32_t errors = 0)
{
    ItemRow row;
    row.key = key;
    row.id = id;
    row.state = state;
    row.errors = errors;
    row.since = Start - std::chrono::minutes(1);
    if (errors > 0)
        row.lastError = row.since;
    return row;
}

inline void put(ItemStore &store, std::vector<ItemRow> rows, std::vector<ItemKey> removed = {},
                ControllerId controller = 1)
{
    ControllerDelta delta;
    delta.id = controller;
    delta.changed = std::move(rows);
    delta.removed = std::move(removed);
    store.apply(delta);
    store.commit();
}

inline QStringList ids(const ItemsModel &model)
{
    QStringList list;
    for (int row = 0; row < model.rowCount(); ++row)
        list += model.index(row, int(ItemColumn::Id)).data().toString();
    return list;
}

/// As in the window, by state, in a table of a size that tests count on.
inline void showItems(Table &table, ItemsModel &model)
{
    QList<Table::ColumnDefault> columns;
    for (int i = 0; i < ItemColumnCount; ++i)
        columns += {80, true};
    table.setRows(&model, columns, int(ItemColumn::State), Qt::AscendingOrder,
                  {int(ItemColumn::Reason)});
    table.resize(800, 400);
    table.show();
}

/// Thousands of items and random changes to them, the same ones every time.
class Churn
{
public:
    explicit Churn(ItemStore &store, int items)
        : m_store(store)
    {
        std::vector<ItemRow> rows;
        for (int i = 0; i < items; ++i)
            rows.push_back(rowOf(ItemKey(i + 1), "item-" + std::to_string(i)));
        put(m_store, rows);
        for (int i = 0; i < items; ++i)
            m_keys.push_back(ItemKey(i + 1));
    }

    void tick(int changes)
    {
        std::vector<ItemRow> rows;
        for (int i = 0; i < changes; ++i) {
            const ItemKey key = m_keys[m_random() % m_keys.size()];
            rows.push_back(rowOf(key, "item-" + std::to_string(key - 1),
                                 stateAt(int(m_random() % ItemStateCount)),
                                 std::uint32_t(m_random() % 4)));
        }
        put(m_store, rows);
    }

private:
    static ItemState stateAt(int i) { return static_cast<ItemState>(i); }

    ItemStore &m_store;
    std::vector<ItemKey> m_keys;
    std::mt19937 m_random{7};
};

} // namespace qontroller::test
