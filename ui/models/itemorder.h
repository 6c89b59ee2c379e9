// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/dirtyitems.h"
#include "ui/models/itemcolumns.h"

#include <optional>

namespace qontroller::ui {

/// The items of a store in the order of one column, kept: what has changed is taken out and merged
/// in again. Each finds its place by a galloping search (Bentley and Yao 1976, as in Timsort) from
/// that of the one before, so a million items of which a few thousand have changed are sorted in
/// some hundred thousand comparisons.
///
/// The store, which outlives it, may change meanwhile: no key of an item that is newer than the
/// question is compared with. For any thread, one at a time.
class ItemOrder final
{
public:
    using Slots = DirtyItems::Slots;

    explicit ItemOrder(const ItemStore &store);

    /// Sorts by something else from the next update() on, if it is something else.
    void sortBy(ItemColumn column, Qt::SortOrder order, const ControllerBook &controllers);

    /// Those that have changed since the last note; up to which edition, update() is told.
    void note(const DirtyItems &changes) { m_dirty.note(changes); }

    /// Brings the order up to \a edition of the store. False: it was asked to stop, and is as it
    /// was.
    [[nodiscard]] bool update(Edition edition, const std::stop_token &stop);

    /// As update() left them. Those of one key in the order of their slots.
    [[nodiscard]] const Slots &sorted() const { return m_slots; }

private:
    struct Entry
    {
        Slot slot;
        SortKey key;
    };
    class Merge;

    [[nodiscard]] bool isBefore(const Entry &a, const Entry &b) const;
    /// Nothing: it was asked to stop.
    [[nodiscard]] std::optional<std::vector<Entry>> sortedDirty(const std::stop_token &stop) const;

    const ItemStore &m_store;
    ItemColumn m_column = ItemColumn::State;
    Qt::SortOrder m_order = Qt::AscendingOrder;
    ControllerBook m_controllers;
    DirtyItems m_dirty;
    Slots m_slots;
};

} // namespace qontroller::ui
