// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/workersmodel.h"

#include "core/engine/observe/items/itemrow.h"
#include "ui/models/rowfilter.h"
#include "ui/theme/stateicons.h"
#include "ui/theme/theme.h"
#include "ui/words/format.h"
#include "ui/words/naturalorder.h"

namespace qontroller::ui {

namespace {

double busyShare(const WorkerView &row)
{
    const auto all = double(row.uptime.count());
    return all <= 0 ? 0 : std::clamp(double(row.worker.busy.count()) / all, 0.0, 1.0);
}

QString text(const WorkerView &row, int column)
{
    const bool idle = row.worker.id.empty();
    switch (column) {
    case WorkersModel::Controller: return row.controller;
    case WorkersModel::Number: return QString::number(row.worker.number);
    case WorkersModel::Id: return idle ? WorkersModel::tr("idle") : toLine(row.worker.id);
    case WorkersModel::RunningFor: return idle ? QString() : formatAge(row.now - row.worker.since);
    case WorkersModel::Done: return formatCount(row.worker.done);
    case WorkersModel::Busy: return QStringLiteral("%1 %").arg(qRound(100 * busyShare(row)));
    default: return {};
    }
}

} // namespace

WorkersModel::WorkersModel(QObject *parent)
    : KeyedModel({{tr("Controller"), false, 160},
                  {tr("Worker"), true, 72},
                  {tr("Id now"), false, 200},
                  {tr("Running for"), true, 104},
                  {tr("Done"), true, 80},
                  {tr("Busy"), true, 64}},
                 Controller, Qt::AscendingOrder, parent)
{}

void WorkersModel::show(const LiveState &state, const Filter &filter)
{
    RowFilter wanted(filter, fieldsOfWorkers(), state);
    ItemRow asItem;
    std::vector<std::pair<std::pair<ControllerId, int>, WorkerView>> rows;
    for (const auto &[id, view] : state.controllers()) {
        for (const WorkerRow &worker : view.workers) {
            asItem.id = worker.id;
            asItem.worker = worker.number;
            if (!wanted.takes(id, asItem))
                continue;
            rows.emplace_back(std::pair(id, worker.number),
                              WorkerView{id, titleOf(state.book(), id), worker,
                                         state.now() - view.startedAt, state.now()});
        }
    }
    update(std::move(rows));
}

QVariant WorkersModel::cell(const WorkerView &row, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole: return text(row, column);
    case Qt::DecorationRole:
        return column == Id && row.worker.stuck ? QVariant(iconOf(ItemState::Stuck)) : QVariant();
    case Qt::ForegroundRole:
        if (row.worker.id.empty() && column == Id)
            return Theme::current().dim;
        return row.worker.stuck && column == RunningFor ? QVariant(Theme::current().red)
                                                        : QVariant();
    default: return {};
    }
}

SortKey WorkersModel::sortKey(const WorkerView &row, int column) const
{
    switch (column) {
    case Controller: return {0, naturalKey(row.controller.toStdString())};
    case Number: return {double(row.worker.number), {}};
    case Id: return {row.worker.id.empty() ? 1.0 : 0.0, naturalKey(row.worker.id)};
    case RunningFor:
        return {row.worker.id.empty() ? -1 : double((row.now - row.worker.since).count()), {}};
    case Done: return {double(row.worker.done), {}};
    case Busy: return {busyShare(row), {}};
    default: return {};
    }
}

} // namespace qontroller::ui
