// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QObject>

#include "ui/models/itemsmodel.h"
#include "ui/state/livestate.h"

#include <functional>
#include <optional>
#include <vector>

namespace qontroller::ui {

class Table;

/// What an operator has selected in a table of items, by id.
///
/// Only an operator changes it. A row that leaves the table is selected again when it comes back.
/// If other rows are selected, the details go on to the first of them, which actions mean, too.
/// If it was the only one, the details stay with its item: actions mean rows in sight alone; what
/// only the details show has its buttons there.
class RowSelection final : public QObject
{
    Q_OBJECT

public:
    /// Names an item for as long as it is known.
    using Name = std::pair<ControllerId, ItemKey>;

    /// How the rows of a table are items.
    struct Rows
    {
        OrderedModel &model;
        std::function<ItemRef(int row)> itemAt;
        std::function<Name(int row)> nameAt;
        std::function<int(const Name &name)> rowOf; ///< -1: not in the table
    };

    /// \a table and the rows' model outlive it.
    RowSelection(Table &table, Rows rows, QObject *parent);

    /// The one that the details are about; nothing while no row was selected.
    [[nodiscard]] const std::optional<ItemRef> &chosen() const { return m_chosen; }
    [[nodiscard]] bool isChosenInTable() const;

    /// What actions are meant for: the rows that are seen to be selected.
    [[nodiscard]] ItemRefs meant() const;

    /// Items came to be known. The chosen one may be among them: an object that was removed and
    /// made again has a new key, and of a host that was started anew the controller is another.
    void takeAdded(const LiveState &state, const std::vector<Slot> &added);

signals:
    /// The operator selected something else, a row came back, or the chosen item did.
    void moved();

private:
    void onSelected();
    void rememberRows();
    void selectAgain();
    void select(const Name &name);
    /// The chosen one has left rows that are still selected: one of these is the chosen one now.
    bool followSelected();

    Table &m_table;
    Rows m_rows;
    std::optional<ItemRef> m_chosen;
    std::vector<Name> m_before; ///< selected when the rows began to change places
    std::vector<Name> m_away;   ///< selected, but not in the table now
    bool m_reordering = false;
    bool m_madeAgain = false; ///< the chosen item has a new key, and no selected row yet
};

} // namespace qontroller::ui
