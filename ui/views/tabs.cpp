// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tabs.h"

#include "core/engine/filter/filterfields.h"
#include "ui/models/locksmodel.h"
#include "ui/models/rowfilter.h"
#include "ui/overview/overview.h"
#include "ui/state/itemstore.h"
#include "ui/theme/stateicons.h"
#include "ui/theme/theme.h"
#include "ui/views/board.h"
#include "ui/views/rowselection.h"
#include "ui/views/tabfields.h"
#include "ui/views/table.h"
#include "ui/views/trenddelegate.h"
#include "ui/widgets/rowdelegate.h"
#include "ui/words/format.h"
#include "ui/words/hostwords.h"

#include <QtCore/QEvent>

#include <algorithm>
#include <set>
#include <utility>

namespace qontroller::ui {

namespace {

using namespace std::chrono_literals;
constexpr std::size_t ManyFailures = 10'000; // to look through for a filter
constexpr Duration ManyInterval = 1s;

/// Of an error often its end says what went wrong, and it begins with what that is about.
void showEnds(Table &table, int column)
{
    table.setItemDelegateForColumn(column, new RowDelegate(Qt::ElideMiddle, &table));
}

template<class Model>
QList<Table::ColumnDefault> columnsOf(const Model &model)
{
    QList<Table::ColumnDefault> columns;
    for (const ColumnSpec &column : model.columns())
        columns += {column.width, column.shown};
    return columns;
}

ItemRef refOf(const LockView &lock)
{
    return ItemRef::of(lock.controllerId, lock.item);
}

RowSelection::Name nameOf(const LockView &lock)
{
    return {lock.controllerId, lock.item.key};
}

/// \a all: whatever the filter asks for of them.
QString failuresTitle(std::size_t shown, std::size_t all)
{
    if (all == 0)
        return Tabs::tr("Failures");
    return shown == all ? Tabs::tr("Failures (%1)").arg(formatCount(all))
                        : Tabs::tr("Failures (%1 of %2)").arg(formatCount(shown), formatCount(all));
}

} // namespace

Tabs::Tabs(LiveState &state, QWidget *parent)
    : QTabWidget(parent)
    , m_state(state)
    , m_overview(new Overview(this))
    , m_items(new ItemsModel(state.items(), this))
    , m_controllers(new ControllersModel(this))
    , m_locks(new LocksModel(state, this))
    , m_failures(new FailuresModel(state, this))
    , m_workers(new WorkersModel(this))
    , m_board(new Board(this))
{
    setObjectName(QStringLiteral("tabs"));
    setDocumentMode(true);
    const int line = std::min(16, fontMetrics().height());
    setIconSize({line, line}); // a title with an icon is as high as the others
    addOverview();
    addItems();
    addSmall();
    addBoard();
    connect(this, &QTabWidget::currentChanged, this, [this] {
        show(m_state);
        emit selectionMoved();
    });
    connect(m_items, &ItemsModel::refreshed, this, &Tabs::updateEmptyTexts);
    connect(&state.items(), &ItemStore::changed, this, [this](const ItemChanges &changes) {
        for (RowSelection *selection : {m_itemSelection, m_lockSelection})
            selection->takeAdded(m_state, changes.added);
    });
    updateEmptyTexts();
    m_isBuilt = true;
}

Table *Tabs::addTable(Tab tab, const char *name, const QString &title)
{
    auto *table = new Table(QLatin1String(name), title, this);
    m_tables[static_cast<std::size_t>(tab)] = table;
    addTab(table, title);
    if (tab != Tab::Items && tab != Tab::Locks) // these tell of ids
        connect(table, &Table::selectionMoved, this, &Tabs::selectionMoved);
    connect(table, &Table::menuRequested, this, &Tabs::menuRequested);
    connect(table, &Table::stillWanted, this, [this, tab](bool still) { setStill(tab, still); });
    return table;
}

void Tabs::addOverview()
{
    addTab(m_overview, tr("Overview"));
    connect(m_overview, &Overview::chosenMoved, this, &Tabs::selectionMoved);
    connect(m_overview, &Overview::controllerActivated, this, &Tabs::controllerActivated);
}

void Tabs::addItems()
{
    QList<Table::ColumnDefault> columns;
    for (int i = 0; i < ItemColumnCount; ++i) {
        const auto column = static_cast<ItemColumn>(i);
        columns += {widthAtFirst(column), isShownAtFirst(column), leastWidthOf(column)};
    }
    Table *table = addTable(Tab::Items, "itemsTable", tr("Objects"));
    table->setRows(m_items, columns, int(ItemColumn::State), Qt::AscendingOrder,
                   {int(ItemColumn::Reason)});
    showEnds(*table, int(ItemColumn::Reason));
    table->pin(int(ItemColumn::Id));
    m_itemSelection = new RowSelection(*table,
                                       {*m_items, [this](int row) { return m_items->refAt(row); },
                                        [this](int row) { return m_items->nameAt(row); },
                                        [this](const auto &name) {
                                            return m_items->rowOfItem(name.first, name.second);
                                        }},
                                       this);
    connect(m_itemSelection, &RowSelection::moved, this, &Tabs::selectionMoved);
}

void Tabs::addSmall()
{
    Table *controllers = addTable(Tab::Controllers, "controllersTable", tr("Controllers"));
    controllers->setRows(m_controllers, columnsOf(*m_controllers), ControllersModel::Name,
                         Qt::AscendingOrder, {ControllersModel::State});
    controllers->pin(ControllersModel::Name);
    controllers->setItemDelegateForColumn(ControllersModel::Trend, new TrendDelegate(controllers));
    connect(controllers, &Table::activated, this, [this](const QModelIndex &index) {
        emit controllerActivated(m_controllers->rowAt(index.row()).view.id);
    });
    Table *locks = addTable(Tab::Locks, "locksTable", tr("Locks"));
    locks->setRows(m_locks, columnsOf(*m_locks), LocksModel::Lock, Qt::DescendingOrder,
                   {LocksModel::Holder});
    locks->pin(LocksModel::Id);
    m_lockSelection = new RowSelection(*locks,
                                       {*m_locks,
                                        [this](int row) { return refOf(m_locks->rowAt(row)); },
                                        [this](int row) { return nameOf(m_locks->rowAt(row)); },
                                        [this](const auto &name) {
                                            return m_locks->rowOfKey(name);
                                        }},
                                       this);
    connect(m_lockSelection, &RowSelection::moved, this, &Tabs::selectionMoved);
    Table *failures = addTable(Tab::Failures, "failuresTable", tr("Failures"));
    failures->setRows(m_failures, columnsOf(*m_failures), FailuresModel::Items, Qt::DescendingOrder,
                      {FailuresModel::Error});
    showEnds(*failures, FailuresModel::Error);
    failures->pin(FailuresModel::Error);
    connect(failures, &Table::activated, this, [this](const QModelIndex &index) {
        const FailureCause &cause = m_failures->rowAt(index.row()).cause;
        emit failureActivated(cause.host, QString::fromStdString(cause.signature));
    });
    addTable(Tab::Workers, "workersTable", tr("Workers"))
        ->setRows(m_workers, columnsOf(*m_workers), WorkersModel::Controller, Qt::AscendingOrder,
                  {WorkersModel::Id});
}

void Tabs::addBoard()
{
    m_tables[std::size_t(Tab::Operations)] = &m_board->operations();
    addTab(m_board, tr("Operations"));
    setTabVisible(int(Tab::Operations), false);
    connect(m_board, &Board::selectionMoved, this, &Tabs::selectionMoved);
}

void Tabs::showHostColumns()
{
    m_isForHosts = true;
    for (const auto &[tab, column] : {std::pair(Tab::Items, int(ItemColumn::Host)),
                                      std::pair(Tab::Controllers, int(ControllersModel::Host)),
                                      std::pair(Tab::Failures, int(FailuresModel::Host)),
                                      std::pair(Tab::Operations, int(OperationsModel::Host))}) {
        Table &of = table(tab);
        of.showAtFirst(column);
        // Names that begin alike differ at their end.
        of.setItemDelegateForColumn(column, new RowDelegate(Qt::ElideMiddle, &of));
    }
}

void Tabs::show(const LiveState &state)
{
    m_items->setControllers(state.book());
    m_items->setNow(state.now());
    showFailures(state); // the titles say how many they are
    switch (currentTab()) {
    case Tab::Overview: break; // has been told
    case Tab::Items:
        table(Tab::Items).viewport()->update();
        break; // cells that tick, in sight only
    case Tab::Controllers: m_controllers->show(state, m_overview->outlook(), m_filter); break;
    case Tab::Locks: m_locks->show(state, m_filter); break;
    case Tab::Failures: break;
    case Tab::Workers: m_workers->show(state, m_filter); break;
    case Tab::Operations: break; // has a feed of its own
    }
    updateEmptyTexts();
}

void Tabs::showFailures(const LiveState &state)
{
    const bool areMany = !m_filter.isEmpty() && m_failures->allItems() > ManyFailures;
    if (areMany && state.now() - m_lastFailures < ManyInterval)
        return;
    m_lastFailures = state.now();
    m_failures->show(state, m_filter);
}

void Tabs::showTitles()
{
    const auto set = [this](Tab tab, const QString &title) {
        if (tabText(int(tab)) != title)
            setTabText(int(tab), title);
    };
    std::vector<ControllerId> ofHosts;
    std::size_t shown = 0;
    RowFilter onHosts(m_filter, filterFieldBit("host"), m_state);
    RowFilter wanted(m_filter, fieldsOfControllers(), m_state);
    for (const auto &[id, view] : m_state.controllers()) {
        if (onHosts.takes(id))
            ofHosts.push_back(id);
        shown += wanted.takes(id) ? 1 : 0;
    }
    set(Tab::Failures, failuresTitle(m_failures->shownItems(),
                                     countOf(m_state.items().tally(ofHosts), Mark::Failing)));
    set(Tab::Controllers, shown == 0 ? tr("Controllers") : tr("Controllers (%1)").arg(shown));
    showOverviewTitle();
    showOperationsTitle();
}

void Tabs::showOperationsTitle()
{
    const OperationsModel &rows = m_board->rows();
    const QString count = formatCount(rows.count());
    const QString title = rows.count() == 0 ? tr("Operations")
                          : rows.urgentCount() == 0
                              ? tr("Operations (%1)").arg(count)
                              : tr("Operations (%1, %2 urgent)")
                                    .arg(count, formatCount(rows.urgentCount()));
    const QColor color = rows.urgentCount() > 0 ? Theme::current().red : QColor();
    if (tabText(int(Tab::Operations)) == title
        && tabBar()->tabTextColor(int(Tab::Operations)) == color)
        return;
    setTabText(int(Tab::Operations), title);
    setTabIcon(int(Tab::Operations),
               color.isValid() ? symbol(keyOf(ItemState::Stuck), color) : QIcon());
    tabBar()->setTabTextColor(int(Tab::Operations), color);
}

// The colour of an alarm is of the theme, which may change while nothing else does.
void Tabs::changeEvent(QEvent *event)
{
    QTabWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_isBuilt)
        showTitles();
}

void Tabs::updateEmptyTexts()
{
    const bool none = m_state.controllers().empty();
    const auto [noController, load] = whyNoController();
    Table &items = table(Tab::Items);
    if (none)
        items.setEmptyText(noController, load);
    else if (!m_items->filter().isEmpty() && m_state.items().liveCount() > 0)
        items.setEmptyText(tr("None of %n object(s) matches the filter.", nullptr,
                              int(m_state.items().liveCount())),
                           tr("Esc in the filter box shows all again."));
    else if (const QString why = whyBlind(); !why.isEmpty())
        items.setEmptyText(tr("No objects, because a source cannot be listed."), why);
    else
        items.setEmptyText(tr("No objects yet."), tr("They appear with the first complete list."));
    if (!none && !m_filter.isEmpty()) {
        for (const Tab tab : {Tab::Controllers, Tab::Locks, Tab::Failures, Tab::Workers}) {
            if (m_filter.asksFor(fieldsOf(tab)))
                table(tab).setEmptyText(tr("Nothing here matches the filter."),
                                        tr("Esc in the filter box shows all again."));
            else
                setEmptyText(tab);
        }
        return;
    }
    for (const Tab tab : {Tab::Controllers, Tab::Locks, Tab::Failures, Tab::Workers})
        setEmptyText(tab);
}

QString Tabs::whyBlind() const
{
    for (const Need &need : m_overview->outlook().needs) {
        if (need.key.kind == AttentionKind::CannotList
            || need.key.kind == AttentionKind::OwnedElsewhere)
            return need.place + QStringLiteral(": ") + need.what;
    }
    return {};
}

void Tabs::setEmptyText(Tab tab)
{
    const bool none = m_state.controllers().empty();
    const auto [noController, load] = whyNoController();
    switch (tab) {
    case Tab::Controllers: return table(tab).setEmptyText(noController, load);
    case Tab::Locks:
        return table(tab).setEmptyText(tr("No lock is held and none is waited for."),
                                       tr("A lock is held while a handler runs."));
    case Tab::Failures:
        return table(tab).setEmptyText(tr("Nothing fails."),
                                       tr("Errors will stand here, grouped by their text."));
    case Tab::Workers:
        return table(tab)
            .setEmptyText(none ? noController : tr("No workers."),
                          none ? load : tr("Set their number with Controllers ▸ Set Workers."));
    case Tab::Overview:
    case Tab::Items:
    case Tab::Operations: break; // have more to say
    }
}

Tabs::EmptyReason Tabs::whyNoController() const
{
    if (!m_isForHosts)
        return {tr("No controller runs."),
                tr("Load one with File ▸ Load Controller Plugin (Ctrl+O), or open a session.")};
    if (m_state.hosts().empty())
        return {tr("No host is shown."), tr("Name one with File ▸ Connect to Host (Ctrl+H).")};
    QStringList lines;
    for (const HostStatus &host : m_state.hosts())
        lines += hostLine(host, m_state.now());
    return {tr("No controller is known yet."), lines.join(QLatin1Char('\n'))};
}

void Tabs::setFilter(const Filter &filter)
{
    m_filter = filter;
    m_items->setFilter(filter);
    m_board->setFilter(filter);
    m_lastFailures = {};
    show(m_state);
    showTitles();
    updateEmptyTexts();
}

RowSelection *Tabs::currentSelection()
{
    if (currentTab() == Tab::Items)
        return m_itemSelection;
    return currentTab() == Tab::Locks ? m_lockSelection : nullptr;
}

// A row may be gone for a while: what it said of its item's state is old then.
ItemRef Tabs::asOfNow(ItemRef item) const
{
    if (const auto slot = m_state.items().find(item.controller, item.key))
        return ItemRef::of(item.controller, m_state.items().at(*slot).row);
    return item;
}

ItemRefs Tabs::meantItems()
{
    ItemRefs refs;
    if (const RowSelection *selection = currentSelection()) {
        for (const ItemRef &item : selection->meant()) {
            if (m_state.items().find(item.controller, item.key))
                refs.push_back(asOfNow(item));
        }
    } else if (currentTab() == Tab::Failures) {
        for (const int row : table(Tab::Failures).selectedRowNumbers()) {
            const ItemRefs group = m_failures->refs(row);
            refs.insert(refs.end(), group.begin(), group.end());
        }
    }
    return refs;
}

std::size_t Tabs::selectedCount()
{
    Table *table = currentTable();
    const auto selected = table ? std::size_t(table->selectedCount()) : 0;
    if (selected == 0 || currentTab() != Tab::Items)
        return selected;
    return selected - std::size_t(std::ranges::count_if(m_items->goneShown(), [&](Slot slot) {
               return table->selectionModel()->isRowSelected(m_items->rowOf(slot));
           }));
}

std::size_t Tabs::meantItemCount()
{
    if (currentSelection())
        return selectedCount();
    std::size_t count = 0;
    if (currentTab() == Tab::Failures) {
        for (const int row : table(Tab::Failures).selectedRowNumbers())
            count += m_failures->rowAt(row).items;
    }
    return count;
}

std::vector<Tabs::Kind> Tabs::meantKinds()
{
    constexpr std::size_t Many = 1000;
    std::array<std::array<std::size_t, 8>, ItemStateCount> places{}; // in kinds, from 1
    std::map<ControllerId, bool> steered; // of the controllers that were asked for
    std::vector<Kind> kinds;
    const auto add = [&](ControllerId controller, const auto &item, auto makeRef) {
        const auto [known, first] = steered.try_emplace(controller, true);
        if (first)
            known->second = m_state.hosts().whyNotSteered(controller).isEmpty();
        const unsigned kind = (item.absent ? 1U : 0U) + (item.paused ? 2U : 0U)
                              + (known->second ? 4U : 0U);
        std::size_t &place = places[std::size_t(item.state)][kind];
        if (place == 0) {
            kinds.push_back({makeRef(), 0});
            place = kinds.size();
        }
        ++kinds[place - 1].count;
    };
    if (currentTab() == Tab::Items) { // there may be all of them
        for (const QItemSelectionRange &range : table(Tab::Items).selectionModel()->selection()) {
            for (int row = range.top(); row <= range.bottom(); ++row) {
                const Item &item = m_state.items().at(m_items->handleAt(row));
                if (!item.gone)
                    add(item.controller, item.row, [&] { return m_items->refAt(row); });
            }
        }
    } else if (meantItemCount() <= Many) {
        for (const ItemRef &item : meantItems())
            add(item.controller, item, [&] { return item; });
    }
    return kinds;
}

std::optional<ItemRef> Tabs::chosenItem()
{
    const RowSelection *selection = currentSelection();
    if (!selection || !selection->chosen())
        return {};
    return asOfNow(*selection->chosen());
}

bool Tabs::isChosenInTable()
{
    const RowSelection *selection = currentSelection();
    return selection && selection->isChosenInTable();
}

std::vector<ControllerId> Tabs::meantControllers()
{
    std::set<ControllerId> ids;
    if (const auto item = chosenItem())
        return {item->controller};
    if (currentTab() == Tab::Controllers) {
        for (const int row : table(Tab::Controllers).selectedRowNumbers())
            ids.insert(m_controllers->rowAt(row).view.id);
    } else if (currentTab() == Tab::Workers) {
        for (const int row : table(Tab::Workers).selectedRowNumbers())
            ids.insert(m_workers->rowAt(row).controllerId);
    } else if (currentTab() == Tab::Overview) {
        if (const ControllerId id = m_overview->chosenId(); id != 0)
            ids.insert(id);
    }
    if (ids.empty() && m_state.controllers().size() == 1)
        ids.insert(m_state.controllers().begin()->first);
    return {ids.begin(), ids.end()};
}

void Tabs::setStill(Tab tab, bool still)
{
    switch (tab) {
    case Tab::Overview: return; // sees to it itself
    case Tab::Items: return m_items->setStill(still);
    case Tab::Controllers: return m_controllers->setStill(still);
    case Tab::Locks: return m_locks->setStill(still);
    case Tab::Failures: return m_failures->setStill(still);
    case Tab::Workers: return m_workers->setStill(still);
    case Tab::Operations: return; // the board's own
    }
}

void Tabs::setOutlook(const Outlook &outlook)
{
    Outlook shown = outlook;
    if (outlook.controllers.empty()) {
        const EmptyReason none = whyNoController();
        shown.whyNone = none.why;
        shown.next = none.next;
    }
    m_overview->show(shown);
    showOverviewTitle();
}

void Tabs::showOverviewTitle()
{
    const int urgent = urgentOf(m_overview->outlook().needs);
    const QString title = urgent == 0 ? tr("Overview")
                                      : tr("Overview (%1)").arg(formatCount(std::uint64_t(urgent)));
    if (tabText(int(Tab::Overview)) != title)
        setTabText(int(Tab::Overview), title);
    tabBar()->setTabTextColor(int(Tab::Overview), urgent == 0 ? QColor() : Theme::current().red);
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
