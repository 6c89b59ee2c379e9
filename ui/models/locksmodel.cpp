// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/locksmodel.h"

#include "ui/models/rowfilter.h"
#include "ui/state/itemstore.h"
#include "ui/theme/stateicons.h"
#include "ui/theme/theme.h"
#include "ui/words/format.h"
#include "ui/words/naturalorder.h"

namespace qontroller::ui {

namespace {

constexpr std::size_t MostRows = 10'000; // as many as there can be workers
constexpr int ManyRows = 1000;
constexpr Duration ManyInterval = std::chrono::seconds(1);

// Not “held”: so are removals that wait for a decision.
QString lockText(const LockView &row)
{
    if (row.item.state == ItemState::Stuck)
        return nameOf(row.item.state);
    return row.isHeld() ? LocksModel::tr("Taken") : LocksModel::tr("Waiting");
}

bool concernsLocks(ItemState state)
{
    return state == ItemState::Running || state == ItemState::Stuck
           || state == ItemState::WaitingForLock;
}

QString text(const LockView &row, int column)
{
    switch (column) {
    case LocksModel::Lock: return lockText(row);
    case LocksModel::Id: return toLine(row.item.id);
    case LocksModel::Controller: return row.controller;
    case LocksModel::Holder:
        return row.isHeld() ? LocksModel::tr("worker %1 here").arg(row.item.worker)
                            : toLine(row.item.text);
    case LocksModel::Time: return formatAge(row.now - row.item.since);
    case LocksModel::NextTry:
        return row.isHeld() || row.item.nextRun <= row.now
                   ? QString()
                   : formatCountdown(row.item.nextRun - row.now);
    case LocksModel::Waiters: return row.waiters() == 0 ? QString() : formatCount(row.waiters());
    default: return {};
    }
}

} // namespace

LocksModel::LocksModel(LiveState &state, QObject *parent)
    : KeyedModel({{tr("Lock"), false, 104},
                  {tr("Id"), false, 224},
                  {tr("Controller"), false, 112},
                  {tr("Holder"), false, 160},
                  {tr("For"), true, 96},
                  {tr("Next try"), true, 88},
                  {tr("Waiting here"), true, 96}},
                 Lock, Qt::DescendingOrder, parent)
{
    ItemStore &items = state.items();
    connect(&items, &ItemStore::changed, this,
            [this, &items](const ItemChanges &changes) { follow(items, changes); });
}

void LocksModel::follow(const ItemStore &items, const ItemChanges &changes)
{
    for (const std::vector<Slot> *places : {&changes.added, &changes.changed, &changes.removed}) {
        for (const Slot slot : *places) {
            const Item &item = items.at(slot);
            if (!item.gone && concernsLocks(item.row.state))
                m_slots.insert(slot);
            else
                m_slots.erase(slot);
        }
    }
}

void LocksModel::show(const LiveState &state, const Filter &filter)
{
    if (rowCount() >= ManyRows && state.now() - m_shownAt < ManyInterval)
        return;
    m_shownAt = state.now();
    RowFilter wanted(filter, AllFilterFields, state);
    std::vector<std::pair<std::pair<ControllerId, ItemKey>, LockView>> rows;
    for (const Slot slot : m_slots) {
        const Item &item = state.items().at(slot);
        if (!wanted.takes(item.controller, item.row))
            continue;
        rows.emplace_back(std::pair(item.controller, item.row.key),
                          LockView{item.controller, item.row,
                                   titleOf(state.book(), item.controller), state.now()});
        if (rows.size() >= MostRows)
            break;
    }
    update(std::move(rows));
}

QVariant LocksModel::cell(const LockView &row, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole: return text(row, column);
    case Qt::DecorationRole: return column == Lock ? QVariant(iconOf(row.item.state)) : QVariant();
    case Qt::ForegroundRole:
        return column == Lock && row.item.state == ItemState::Stuck ? QVariant(Theme::current().red)
                                                                    : QVariant();
    default: return {};
    }
}

SortKey LocksModel::sortKey(const LockView &row, int column) const
{
    switch (column) {
    case Lock: return {row.isHeld() ? 0.0 : 1.0, naturalKey(row.item.id)};
    case Id: return {0, naturalKey(row.item.id)};
    case Controller: return {0, naturalKey(row.controller.toStdString())};
    case Holder: return {double(row.item.worker), naturalKey(row.item.text)};
    case Time: return {double((row.now - row.item.since).count()), {}};
    case NextTry: return {double(row.item.nextRun.time_since_epoch().count()), {}};
    case Waiters: return {double(row.waiters()), naturalKey(row.item.id)};
    default: return {};
    }
}

} // namespace qontroller::ui
