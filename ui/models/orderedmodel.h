// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QAbstractTableModel>

#include <cstdint>
#include <vector>

namespace qontroller::ui {

/// A table whose rows are handles in an order of its own, which can be replaced
/// as a whole at little cost and without a reset: selection and scrolling stay.
///
/// Handles are small numbers, given out densely (slots of a store). The change goes
/// over the screen as the model contract wants it: one permutation that moves what
/// goes to the end, one removal, one insertion, one permutation.
class OrderedModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    using Handle = std::uint32_t;
    using Order = std::vector<Handle>;

    using QAbstractTableModel::QAbstractTableModel;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;

    [[nodiscard]] Handle handleAt(int row) const { return m_order[std::size_t(row)]; }
    /// -1: not shown.
    [[nodiscard]] int rowOf(Handle handle) const;
    [[nodiscard]] const Order &order() const { return m_order; }

signals:
    /// The rows are about to change places, come or go, in several steps …
    void aboutToReorder();
    /// … and this was the last one.
    void reordered();

protected:
    /// Makes \a order the rows. No handle stands in it twice.
    void adopt(Order order);

    /// Says that the cells from row \a first to \a last may have changed.
    void announce(int first, int last);

private:
    void permute(Order order);
    void removeTail(std::size_t keep);
    void append(const Order &tail);
    void indexRows();

    Order m_order;
    std::vector<int> m_rows; // by handle
};

} // namespace qontroller::ui
