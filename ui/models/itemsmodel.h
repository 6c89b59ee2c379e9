// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QThreadPool>
#include <QtCore/QTimer>

#include "core/engine/filter/filter.h"
#include "ui/models/dirtyitems.h"
#include "ui/models/itemmatches.h"
#include "ui/models/itemorder.h"
#include "ui/models/orderedmodel.h"
#include "ui/state/itemref.h"

#include <memory>
#include <optional>
#include <unordered_set>

namespace qontroller::ui {

/// The item table: filtered (ItemMatches) and sorted (ItemOrder) in another thread, at most once a
/// second unless the operator asks, and swapped in without a reset. What a filter finds among
/// few items is as fresh as the cells: beside it stand the counts.
///
/// The store tells of changed items at once; cells follow within 250 ms, order and
/// membership with the next refresh.
class ItemsModel final : public OrderedModel
{
    Q_OBJECT

public:
    enum Role {
        SlotRole = Qt::UserRole,
        SeverityRole
    };

    explicit ItemsModel(ItemStore &store, QObject *parent = nullptr);
    ~ItemsModel() override;

    void setControllers(const ControllerBook &controllers);
    void setNow(TimePoint now) { m_now = now; }
    void setFilter(const Filter &filter);
    [[nodiscard]] const Filter &filter() const { return m_filter; }

    /// Rows stand still: order and membership wait. For a pointer over the rows.
    void setStill(bool still);

    /// Items have changed that the filter has not judged yet; it will soon. Not while still.
    [[nodiscard]] bool isBehind() const
    {
        return !m_filter.isEmpty() && !m_still && (m_dirty || m_running);
    }

    /// Filters and sorts now, in this thread.
    void refreshNow();

    /// Rows whose items are still there; others go with the next refresh.
    [[nodiscard]] std::size_t liveRowCount() const
    {
        return std::size_t(rowCount()) - m_goneShown.size();
    }
    /// Items that are gone and still have a row.
    [[nodiscard]] const std::unordered_set<Slot> &goneShown() const { return m_goneShown; }

    [[nodiscard]] ItemRef refAt(int row) const;
    [[nodiscard]] std::pair<ControllerId, ItemKey> nameAt(int row) const;
    [[nodiscard]] int rowOfItem(ControllerId controller, ItemKey key) const;
    [[nodiscard]] const ItemStore &store() const { return m_store; }

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index,
                                int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

signals:
    /// Order and membership are fresh.
    void refreshed();

private:
    struct Job;

    /// What is known of it is old, for its host is lost.
    [[nodiscard]] bool isStale(ControllerId controller) const;
    /// Of its host; nothing: it has none.
    [[nodiscard]] QVariant colourOf(ControllerId controller) const;
    /// What the filter finds is shown with the items that it was found among, and no later.
    [[nodiscard]] bool isOfTheMoment() const;
    void onStoreChanged(const ItemChanges &changes);
    /// Filter or sorting are others.
    void askAnew();
    void requestRefresh();
    [[nodiscard]] std::chrono::milliseconds refreshInterval() const;
    void startRefresh();
    void finishRefresh(const Job &job);
    void show(const Job &job);
    /// Those that have gone since \a order was made.
    void dropGone(Order &order) const;
    void flushCells();
    /// With all that has changed since the last.
    [[nodiscard]] std::shared_ptr<Job> makeJob();
    /// In any thread, one at a time.
    void run(Job &job);

    ItemStore &m_store;
    ControllerBook m_controllers;
    TimePoint m_now;
    Filter m_filter;
    ItemColumn m_sortColumn = ItemColumn::State;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    DirtyItems m_changed;     ///< since the running or last refresh began
    std::vector<Slot> m_gone; ///< removed since the running or last refresh began
    std::unordered_set<Slot> m_goneShown;
    int m_firstChanged = -1;
    int m_lastChanged = -1;
    bool m_still = false;
    bool m_dirty = false;
    bool m_running = false;
    ItemOrder m_itemOrder; ///< of all, for the job; so is the next
    ItemMatches m_matches;
    std::shared_ptr<Job> m_job;   ///< the last that another thread was given
    std::uint64_t m_question = 0; ///< counts up when filter or sorting change
    std::uint64_t m_answered = 0; ///< what the rows answer; an operator's question is never held
    QTimer m_refreshTimer;
    QTimer m_cellTimer;
    QThreadPool m_pool; ///< last: its destructor waits for the job
};

} // namespace qontroller::ui
