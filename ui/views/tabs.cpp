// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tabs.h"

#include "ui/views/table.h"
#include "ui/views/trenddelegate.h"
#include "ui/words/format.h"

namespace qontroller::ui {

namespace {

using namespace std::chrono_literals;
constexpr Duration CellInterval = 240ms; // a tick may come a little early

template<class Model>
QList<Table::ColumnDefault> columnsOf(const Model &model)
{
    QList<Table::ColumnDefault> columns;
    for (const ColumnSpec &column : model.columns())
        columns += {column.width, column.shown};
    return columns;
}

} // namespace

Tabs::Tabs(LiveState &state, QWidget *parent)
    : QTabWidget(parent)
    , m_state(state)
    , m_items(new ItemsModel(state.items(), this))
    , m_controllers(new ControllersModel(this))
    , m_locks(new LocksModel(state, this))
    , m_failures(new FailuresModel(state, this))
    , m_workers(new WorkersModel(this))
{
    setObjectName(QStringLiteral("tabs"));
    setDocumentMode(true);
    addItems();
    addSmall();
    connect(this, &QTabWidget::currentChanged, this, [this] {
        m_lastCells = {};
        show(m_state);
        emit selectionMoved();
    });
    connect(m_items, &ItemsModel::refreshed, this, &Tabs::updateEmptyTexts);
    updateEmptyTexts();
}

Table *Tabs::addTable(Tab tab, const char *name, const QString &title)
{
    auto *table = new Table(QLatin1String(name), title, this);
    m_tables[static_cast<std::size_t>(tab)] = table;
    addTab(table, title);
    connect(table, &Table::selectionMoved, this, &Tabs::selectionMoved);
    connect(table, &Table::menuRequested, this, &Tabs::menuRequested);
    return table;
}

void Tabs::addItems()
{
    QList<Table::ColumnDefault> columns;
    for (int i = 0; i < ItemColumnCount; ++i) {
        const auto column = static_cast<ItemColumn>(i);
        columns += {widthAtFirst(column), isShownAtFirst(column)};
    }
    Table *table = addTable(Tab::Items, "itemsTable", tr("Items"));
    table->setRows(m_items, columns, int(ItemColumn::State), Qt::AscendingOrder,
                   int(ItemColumn::Reason));
    connect(table, &Table::stillWanted, m_items, &ItemsModel::setStill);
}

void Tabs::addSmall()
{
    Table *controllers = addTable(Tab::Controllers, "controllersTable", tr("Controllers"));
    controllers->setRows(m_controllers, columnsOf(*m_controllers), ControllersModel::Name,
                         Qt::AscendingOrder, ControllersModel::Watch);
    controllers->setItemDelegateForColumn(ControllersModel::Trend, new TrendDelegate(controllers));
    connect(controllers, &Table::activated, this, [this](const QModelIndex &index) {
        emit controllerActivated(toLine(m_controllers->rowAt(index.row()).view.name));
    });
    addTable(Tab::Locks, "locksTable", tr("Locks"))
        ->setRows(m_locks, columnsOf(*m_locks), LocksModel::Lock, Qt::DescendingOrder,
                  LocksModel::Holder);
    Table *failures = addTable(Tab::Failures, "failuresTable", tr("Failures"));
    failures->setRows(m_failures, columnsOf(*m_failures), FailuresModel::Items, Qt::DescendingOrder,
                      FailuresModel::Error);
    connect(failures, &Table::activated, this, [this](const QModelIndex &index) {
        emit failureActivated(QString::fromStdString(m_failures->rowAt(index.row()).signature));
    });
    addTable(Tab::Workers, "workersTable", tr("Workers"))
        ->setRows(m_workers, columnsOf(*m_workers), WorkersModel::Controller, Qt::AscendingOrder,
                  WorkersModel::Id);
}

void Tabs::show(const LiveState &state)
{
    m_items->setControllers(state.book());
    m_items->setNow(state.now());
    if (state.now() - m_lastCells < CellInterval)
        return;
    m_lastCells = state.now();
    if (currentTab() != Tab::Failures)
        m_failures->show(state); // its count stands in the tab's title
    switch (currentTab()) {
    case Tab::Items: currentTable().viewport()->update(); break; // cells that tick, in sight only
    case Tab::Controllers: m_controllers->show(state); break;
    case Tab::Locks: m_locks->show(state); break;
    case Tab::Failures: m_failures->show(state); break;
    case Tab::Workers: m_workers->show(state); break;
    }
    updateTitles();
    updateEmptyTexts();
}

void Tabs::updateTitles()
{
    const auto set = [this](Tab tab, const QString &title) {
        if (tabText(int(tab)) != title)
            setTabText(int(tab), title);
    };
    const int failures = m_failures->rowCount();
    set(Tab::Failures, failures == 0 ? tr("Failures") : tr("Failures (%1)").arg(failures));
    const auto controllers = m_state.controllers().size();
    set(Tab::Controllers,
        controllers == 0 ? tr("Controllers") : tr("Controllers (%1)").arg(controllers));
}

void Tabs::updateEmptyTexts()
{
    const bool none = m_state.controllers().empty();
    const QString noController = tr("No controller runs.");
    const QString load = tr(
        "Load one with File ▸ Load Controller Plugin (Ctrl+O), or open a session.");
    Table &items = table(Tab::Items);
    if (none)
        items.setEmptyText(noController, load);
    else if (m_filtered && m_state.items().liveCount() > 0)
        items.setEmptyText(tr("None of %n item(s) matches the filter.", nullptr,
                              int(m_state.items().liveCount())),
                           tr("Esc in the filter box shows all again."));
    else
        items.setEmptyText(tr("No items yet."), tr("They appear with the first complete list."));
    table(Tab::Controllers).setEmptyText(noController, load);
    table(Tab::Locks)
        .setEmptyText(tr("No lock is held and none is waited for."),
                      tr("A lock is held while a handler runs."));
    table(Tab::Failures)
        .setEmptyText(tr("Nothing fails."), tr("Errors will stand here, grouped by their text."));
    table(Tab::Workers)
        .setEmptyText(none ? noController : tr("No workers."),
                      none ? load : tr("Set their number with Controllers ▸ Set Workers."));
}

void Tabs::setFiltered(bool filtered)
{
    m_filtered = filtered;
    updateEmptyTexts();
}

ItemRefs Tabs::selectedItems()
{
    ItemRefs refs;
    for (const int row : currentTable().selectedRowNumbers()) {
        if (currentTab() == Tab::Items) {
            refs.push_back(m_items->refAt(row));
        } else if (currentTab() == Tab::Locks) {
            const LockView &lock = m_locks->rowAt(row);
            refs.push_back(ItemRef::of(lock.controllerId, lock.item));
        } else if (currentTab() == Tab::Failures) {
            const ItemRefs group = m_failures->refs(row);
            refs.insert(refs.end(), group.begin(), group.end());
        }
    }
    return refs;
}

bool Tabs::hasSelectedItems()
{
    const Tab tab = currentTab();
    const bool hasItems = tab == Tab::Items || tab == Tab::Locks || tab == Tab::Failures;
    return hasItems && currentTable().selectionModel()->hasSelection();
}

std::optional<ItemRef> Tabs::currentItem()
{
    const QModelIndex current = currentTable().currentIndex();
    if (!current.isValid())
        return {};
    if (currentTab() == Tab::Items)
        return m_items->refAt(current.row());
    if (currentTab() == Tab::Locks) {
        const LockView &lock = m_locks->rowAt(current.row());
        return ItemRef::of(lock.controllerId, lock.item);
    }
    return {};
}

std::vector<ControllerId> Tabs::meantControllers()
{
    if (currentTab() == Tab::Controllers) {
        std::vector<ControllerId> ids;
        for (const int row : currentTable().selectedRowNumbers())
            ids.push_back(m_controllers->rowAt(row).view.id);
        if (!ids.empty())
            return ids;
    } else if (const auto item = currentItem()) {
        return {item->controller};
    }
    if (m_state.controllers().size() == 1)
        return {m_state.controllers().begin()->first};
    return {};
}

void Tabs::select(const ItemRef &item)
{
    setCurrentTab(Tab::Items);
    const int row = m_items->rowOfItem(item.controller, item.key);
    if (row < 0)
        return;
    Table &items = table(Tab::Items);
    items.setCurrentIndex(m_items->index(row, 0)); // selectRow() selects nothing from right to left
    items.scrollTo(m_items->index(row, 0), QAbstractItemView::PositionAtCenter);
    items.setFocus();
}

} // namespace qontroller::ui
