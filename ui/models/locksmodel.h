// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QCoreApplication>

#include "core/engine/filter/filter.h"
#include "core/engine/observe/items/itemrow.h"
#include "ui/models/keyedmodel.h"
#include "ui/state/itemchanges.h"
#include "ui/state/livestate.h"

#include <set>

namespace qontroller::ui {

struct LockView
{
    ControllerId controllerId = 0;
    ItemRow item;
    QString controller;
    TimePoint now;
    /// Runs of this host that wait for the lock: an id never has more than one.
    [[nodiscard]] unsigned waiters() const { return !isHeld() || item.again ? 1 : 0; }
    [[nodiscard]] bool isHeld() const { return item.state != ItemState::WaitingForLock; }
};

/// Which ids are locked by this host, and which wait for a lock that another host has.
class LocksModel final : public KeyedModel<std::pair<ControllerId, ItemKey>, LockView>
{
    Q_DECLARE_TR_FUNCTIONS(LocksModel)

public:
    enum Column {
        Lock,
        Id,
        Controller,
        Holder,
        Time,
        NextTry,
        Waiters,
    };

    explicit LocksModel(LiveState &state, QObject *parent = nullptr);
    /// Of the hosts that \a filter takes. Many rows are sorted anew once a second at most.
    void show(const LiveState &state, const Filter &filter = {});

protected:
    [[nodiscard]] QVariant cell(const LockView &row, int column, int role) const override;
    [[nodiscard]] SortKey sortKey(const LockView &row, int column) const override;

private:
    void follow(const ItemStore &items, const ItemChanges &changes);

    std::set<Slot> m_slots; ///< of items that hold or wait for a lock
    TimePoint m_shownAt;
};

} // namespace qontroller::ui
