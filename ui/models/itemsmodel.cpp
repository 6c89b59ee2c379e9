// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/itemsmodel.h"

#include "ui/state/itemstore.h"
#include "ui/theme/stateicons.h"
#include "ui/theme/theme.h"

#include <QtCore/QPointer>

#include <algorithm>

namespace qontroller::ui {

namespace {

using namespace std::chrono_literals;
constexpr std::chrono::milliseconds RefreshInterval = 1s;
constexpr std::chrono::milliseconds CellInterval = 250ms;
constexpr std::size_t FewItems = 10'000; // filtered and sorted in some ms

} // namespace

/// One filtering and sorting, on its way through another thread.
struct ItemsModel::Job
{
    ControllerBook controllers;
    TimePoint now;
    Filter filter;
    ItemColumn column;
    Qt::SortOrder order;
    std::uint64_t question;
    Edition edition;
    DirtyItems changed;
    std::vector<Slot> gone; ///< the result that comes does not show them any more
    Order result;
    std::stop_source asked;   ///< to stop: another question is to be answered instead
    bool isOvertaken = false; ///< nobody waits for the result
};

ItemsModel::ItemsModel(ItemStore &store, QObject *parent)
    : OrderedModel(parent)
    , m_store(store)
    , m_itemOrder(store)
    , m_matches(store)
{
    m_changed.noteAll();
    m_pool.setMaxThreadCount(1);
    m_refreshTimer.setSingleShot(true);
    connect(&m_refreshTimer, &QTimer::timeout, this, &ItemsModel::startRefresh);
    m_cellTimer.setSingleShot(true);
    m_cellTimer.setInterval(CellInterval);
    connect(&m_cellTimer, &QTimer::timeout, this, &ItemsModel::flushCells);
    connect(&m_store, &ItemStore::changed, this, &ItemsModel::onStoreChanged);
}

ItemsModel::~ItemsModel()
{
    m_pool.waitForDone();
}

void ItemsModel::setControllers(const ControllerBook &controllers)
{
    if (m_controllers == controllers)
        return;
    m_controllers = controllers;
    announce(0, rowCount() - 1);
    requestRefresh();
}

void ItemsModel::setFilter(const Filter &filter)
{
    m_filter = filter;
    askAnew();
}

void ItemsModel::sort(int column, Qt::SortOrder order)
{
    if (column < 0 || column >= ItemColumnCount)
        return;
    m_sortColumn = static_cast<ItemColumn>(column);
    m_sortOrder = order;
    askAnew();
}

// Among a million items an answer may take a second: nobody waits for the end of an old one.
void ItemsModel::askAnew()
{
    ++m_question;
    if (m_job)
        m_job->asked.request_stop();
    startRefresh();
}

void ItemsModel::setStill(bool still)
{
    m_still = still;
    if (!still && m_dirty)
        requestRefresh();
}

void ItemsModel::onStoreChanged(const ItemChanges &changes)
{
    for (const std::vector<Slot> *places : {&changes.added, &changes.changed, &changes.removed})
        m_changed.note(*places);
    m_gone.insert(m_gone.end(), changes.removed.begin(), changes.removed.end());
    for (const Slot slot : changes.removed) {
        if (rowOf(slot) >= 0)
            m_goneShown.insert(slot);
    }
    for (const Slot slot : changes.added) // some come back to their rows
        m_goneShown.erase(slot);
    for (const std::vector<Slot> *places : {&changes.changed, &changes.removed}) {
        for (const Slot slot : *places) {
            const int row = rowOf(slot);
            if (row < 0)
                continue;
            m_firstChanged = m_firstChanged < 0 ? row : std::min(m_firstChanged, row);
            m_lastChanged = std::max(m_lastChanged, row);
        }
    }
    if (m_firstChanged >= 0 && !m_cellTimer.isActive())
        m_cellTimer.start();
    if (rowCount() == 0 || isOfTheMoment())
        startRefresh();
    else
        requestRefresh();
}

// Numbers that are shown beside the rows wait for these.
bool ItemsModel::isOfTheMoment() const
{
    return !m_filter.isEmpty() && !m_still && m_store.liveCount() <= FewItems;
}

void ItemsModel::requestRefresh()
{
    m_dirty = true;
    if (!m_still && !m_refreshTimer.isActive())
        m_refreshTimer.start(refreshInterval());
}

std::chrono::milliseconds ItemsModel::refreshInterval() const
{
    return m_filter.isEmpty() || m_store.liveCount() > FewItems ? RefreshInterval : CellInterval;
}

std::shared_ptr<ItemsModel::Job> ItemsModel::makeJob()
{
    return std::shared_ptr<Job>(new Job{m_controllers,
                                        m_now,
                                        m_filter,
                                        m_sortColumn,
                                        m_sortOrder,
                                        m_question,
                                        m_store.edition(),
                                        std::exchange(m_changed, {}),
                                        std::exchange(m_gone, {}),
                                        {},
                                        {}});
}

void ItemsModel::startRefresh()
{
    m_dirty = true;
    if (m_running)
        return;
    m_running = true;
    m_dirty = false;
    const std::shared_ptr<Job> job = makeJob();
    m_job = job;
    m_pool.start([this, job] { // the destructor waits, so this is there
        run(*job);
        QMetaObject::invokeMethod(
            this, [this, job] { finishRefresh(*job); }, Qt::QueuedConnection);
    });
}

void ItemsModel::refreshNow()
{
    m_pool.waitForDone();
    if (m_running) { // what it has found comes later, and is older
        m_gone.insert(m_gone.end(), m_job->gone.begin(), m_job->gone.end());
        m_job->isOvertaken = true;
    }
    m_dirty = false;
    const std::shared_ptr<Job> job = makeJob();
    const bool running = std::exchange(m_running, true);
    run(*job);
    finishRefresh(*job);
    m_running = running;
}

void ItemsModel::run(Job &job)
{
    const std::stop_token stop = job.asked.get_token();
    m_itemOrder.note(job.changed);
    m_itemOrder.sortBy(job.column, job.order, job.controllers);
    m_matches.note(job.changed);
    m_matches.ask(job.filter, job.controllers);
    if (m_itemOrder.update(job.edition, stop) && m_matches.update(job.now, stop))
        job.result = m_matches.among(m_itemOrder.sorted());
}

void ItemsModel::finishRefresh(const Job &job)
{
    m_running = false;
    const bool outdated = job.question != m_question || (m_dirty && isOfTheMoment());
    if (!outdated && !job.isOvertaken && (!m_still || job.question != m_answered))
        show(job);
    else if (!job.isOvertaken)
        m_gone.insert(m_gone.end(), job.gone.begin(), job.gone.end());
    if (outdated)
        startRefresh();
    else if (m_dirty || m_still || m_filter.dependsOnTime())
        requestRefresh();
}

void ItemsModel::show(const Job &job)
{
    m_answered = job.question;
    Order order = job.result;
    dropGone(order);
    flushCells();
    adopt(std::move(order));
    m_goneShown.clear();
    m_store.bury(job.gone);
    emit refreshed();
}

// Not by a look at each item: a million of them are in no cache.
void ItemsModel::dropGone(Order &order) const
{
    if (m_gone.empty())
        return;
    std::vector<bool> isGone(m_store.slotCount());
    for (const Slot slot : m_gone)
        isGone[slot] = m_store.at(slot).gone;
    std::erase_if(order, [&isGone](Slot slot) { return isGone[slot]; });
}

void ItemsModel::flushCells()
{
    announce(m_firstChanged, std::min(m_lastChanged, rowCount() - 1));
    m_firstChanged = -1;
    m_lastChanged = -1;
}

ItemRef ItemsModel::refAt(int row) const
{
    const Item &item = m_store.at(handleAt(row));
    return ItemRef::of(item.controller, item.row);
}

std::pair<ControllerId, ItemKey> ItemsModel::nameAt(int row) const
{
    const Item &item = m_store.at(handleAt(row));
    return {item.controller, item.row.key};
}

int ItemsModel::rowOfItem(ControllerId controller, ItemKey key) const
{
    const std::optional<Slot> slot = m_store.find(controller, key);
    return slot ? rowOf(*slot) : -1;
}

int ItemsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ItemColumnCount;
}

bool ItemsModel::isStale(ControllerId controller) const
{
    const auto found = m_controllers.find(controller);
    return found != m_controllers.end() && found->second.isStale;
}

QVariant ItemsModel::colourOf(ControllerId controller) const
{
    const auto found = m_controllers.find(controller);
    return found == m_controllers.end() ? QVariant()
                                        : colourMark(found->second.colour, found->second.isStale);
}

QVariant ItemsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Slot slot = handleAt(index.row());
    const Item &item = m_store.at(slot);
    const auto column = static_cast<ItemColumn>(index.column());
    switch (role) {
    case Qt::DisplayRole: return cellOf(item, column, {m_controllers, m_now});
    case Qt::ToolTipRole:
        return column == ItemColumn::Reason || column == ItemColumn::Id
                   ? cellOf(item, column, {m_controllers, m_now})
                   : QVariant();
    case Qt::DecorationRole:
        if (column == ItemColumn::Host)
            return colourOf(item.controller);
        return column == ItemColumn::State ? QVariant(iconOf(item.row.state)) : QVariant();
    case Qt::TextAlignmentRole:
        return int((isNumeric(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::ForegroundRole:
        if (item.gone || isStale(item.controller))
            return Theme::current().dim;
        return column == ItemColumn::State
                   ? QVariant(Theme::current().colorOf(severityOf(item.row.state)))
                   : QVariant();
    case SlotRole: return slot;
    case SeverityRole: return int(severityOf(item.row.state));
    default: return {};
    }
}

QVariant ItemsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ItemColumnCount)
        return {};
    const auto column = static_cast<ItemColumn>(section);
    if (role == Qt::DisplayRole)
        return titleOf(column);
    if (role == Qt::TextAlignmentRole)
        return int((isNumeric(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    return {};
}

} // namespace qontroller::ui
