// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QTabWidget>

#include "ui/models/controllersmodel.h"
#include "ui/models/failuresmodel.h"
#include "ui/models/itemsmodel.h"
#include "ui/models/workersmodel.h"

#include <array>

namespace qontroller::ui {

class Board;
class LocksModel;
class Overview;
class RowSelection;
class Table;

/// The tables in the middle of the window and what is selected in them.
class Tabs final : public QTabWidget
{
    Q_OBJECT

public:
    enum class Tab {
        Overview,
        Items,
        Controllers,
        Locks,
        Failures,
        Workers,
        Operations
    };
    static constexpr int TabCount = 7;

    explicit Tabs(LiveState &state, QWidget *parent = nullptr);

    /// What needs a person, and how each controller is, from now on.
    void setOutlook(const Outlook &outlook);
    /// Brings what is visible up to date.
    void show(const LiveState &state);
    /// The window is one for hosts elsewhere: says of which host each row is.
    void showHostColumns();
    /// The numbers in the titles: together with whatever shows the same numbers elsewhere.
    void showTitles();

    /// Not of the Overview.
    [[nodiscard]] Table &table(Tab tab) { return *m_tables[static_cast<std::size_t>(tab)]; }
    /// Null: the Overview is in front.
    [[nodiscard]] Table *currentTable() { return m_tables[std::size_t(currentIndex())]; }
    [[nodiscard]] Overview &overview() { return *m_overview; }
    [[nodiscard]] Tab currentTab() const { return static_cast<Tab>(currentIndex()); }
    void setCurrentTab(Tab tab) { setCurrentIndex(static_cast<int>(tab)); }

    /// Its tab is visible while there is something that keeps operations.
    [[nodiscard]] Board &board() { return *m_board; }

    [[nodiscard]] ItemsModel &items() { return *m_items; }
    [[nodiscard]] FailuresModel &failures() { return *m_failures; }

    /// Selected rows; of items, those that are still there.
    [[nodiscard]] std::size_t selectedCount();
    /// The items that actions are meant for: those of the selected rows.
    [[nodiscard]] ItemRefs meantItems();
    [[nodiscard]] std::size_t meantItemCount();
    /// Items that actions judge alike.
    struct Kind
    {
        ItemRef first; ///< of them
        std::size_t count = 0;
    };
    /// What is meant, by how actions may judge it; none of a great many failures.
    [[nodiscard]] std::vector<Kind> meantKinds();
    /// The one the details are about.
    [[nodiscard]] std::optional<ItemRef> chosenItem();
    /// That one has a row in its table.
    [[nodiscard]] bool isChosenInTable();
    /// The controllers that are meant: those of the selected rows, that of the chosen item,
    /// or the only one there is.
    [[nodiscard]] std::vector<ControllerId> meantControllers();

    void select(const ItemRef &item);
    /// Every table follows it. A table whose rows lack a field leaves out the terms on it.
    void setFilter(const Filter &filter);

signals:
    void selectionMoved();
    void menuRequested(const QPoint &globalPosition);
    void failureActivated(HostId host, const QString &signature);
    void controllerActivated(ControllerId controller);

protected:
    void changeEvent(QEvent *event) override;

private:
    Table *addTable(Tab tab, const char *name, const QString &title);
    void setStill(Tab tab, bool still);
    void addOverview();
    void addItems();
    void addSmall();
    void addBoard();
    void showOperationsTitle();
    void showOverviewTitle();
    /// The selection by id of the current table; null where rows are no items.
    [[nodiscard]] RowSelection *currentSelection();
    [[nodiscard]] ItemRef asOfNow(ItemRef item) const;
    void updateEmptyTexts();
    /// Which source cannot be listed, and why; empty: none.
    [[nodiscard]] QString whyBlind() const;
    /// Of a table whose rows are no objects, where no filter is the reason.
    void setEmptyText(Tab tab);
    void showFailures(const LiveState &state);
    /// What an empty table says where it has nothing to show because there is no controller.
    struct EmptyReason
    {
        QString why;
        QString next;
    };
    [[nodiscard]] EmptyReason whyNoController() const;

    LiveState &m_state;
    Overview *m_overview;
    ItemsModel *m_items;
    ControllersModel *m_controllers;
    LocksModel *m_locks;
    FailuresModel *m_failures;
    WorkersModel *m_workers;
    Board *m_board;
    std::array<Table *, TabCount> m_tables{};
    RowSelection *m_itemSelection = nullptr;
    RowSelection *m_lockSelection = nullptr;
    Filter m_filter;
    TimePoint m_lastFailures;  ///< when a great many of them were filtered
    bool m_isForHosts = false; ///< elsewhere
    bool m_isBuilt = false;    ///< a new widget hears of its palette, too
};

} // namespace qontroller::ui
