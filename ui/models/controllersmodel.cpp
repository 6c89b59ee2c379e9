// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/controllersmodel.h"

#include "core/engine/observe/events/shortform.h"
#include "ui/models/rowfilter.h"
#include "ui/state/itemstore.h"
#include "ui/theme/stateicons.h"
#include "ui/theme/theme.h"
#include "ui/words/format.h"
#include "ui/words/hostwords.h"
#include "ui/words/limits.h"
#include "ui/words/naturalorder.h"
#include "ui/words/pausewords.h"

namespace qontroller::ui {

namespace {

QString milliseconds(const std::optional<double> &value, bool uncertain)
{
    if (!value)
        return {};
    return (uncertain ? QStringLiteral("≈") : QString())
           + formatSpan(Duration(std::int64_t(*value * 1e6)));
}

QString runStateText(const ControllerRow &row)
{
    const ControllerView &view = row.view;
    if (view.state != ControllerState::Paused)
        return nameOf(view.state);
    const QString why = view.gauges.workers == 0
                            ? ControllersModel::tr("no workers")
                            : pauseText(view.pauseReason, view.pausedUntil, row.now);
    return why.isEmpty() ? nameOf(view.state) : nameOf(view.state) + QStringLiteral(": ") + why;
}

} // namespace

ItemState iconStateOf(ControllerState state)
{
    switch (state) {
    case ControllerState::Starting: return ItemState::Waiting;
    case ControllerState::Running: return ItemState::Running;
    case ControllerState::Paused: return ItemState::Paused;
    case ControllerState::Draining: return ItemState::BackOff;
    case ControllerState::Stopped: return ItemState::Ignored;
    }
    return ItemState::Ignored;
}

ControllersModel::ControllersModel(QObject *parent)
    : KeyedModel({{tr("Health"), false, 104},
                  {tr("Why"), false, 240},
                  {tr("Name"), false, 160},
                  {tr("State"), false, 128},
                  {tr("Host"), false, 112, false},
                  {tr("Plugin"), false, 112, false},
                  {tr("Depth"), true, 72},
                  {tr("Oldest waiting"), true, 112, false},
                  {tr("In flight"), true, 104},
                  {tr("Done/s"), true, 72, false},
                  {tr("Retries/min"), true, 88, false},
                  {tr("Failing"), true, 64},
                  {tr("p50"), true, 80, false},
                  {tr("p95"), true, 80},
                  {tr("p99"), true, 80, false},
                  {tr("Locks"), true, 64, false},
                  {tr("Depth, last minute"), false, 128},
                  {tr("Uptime"), true, 96, false},
                  {tr("List age"), true, 80, false},
                  {tr("Watch"), false, 160, false}},
                 Name, Qt::AscendingOrder, parent)
{}

void ControllersModel::show(const LiveState &state, const Outlook &outlook, const Filter &filter)
{
    RowFilter wanted(filter, fieldsOfControllers(), state);
    std::map<ControllerId, const ControllerHealth *> healths;
    for (const ControllerHealth &each : outlook.controllers)
        healths.emplace(each.id, &each);
    std::vector<std::pair<ControllerId, ControllerRow>> rows;
    for (const auto &[id, view] : state.controllers()) {
        if (!wanted.takes(id))
            continue;
        ControllerRow row;
        row.view = view;
        row.now = state.now();
        if (const HostStatus *host = state.hosts().of(id)) {
            row.host = toLine(host->name);
            row.colour = toLine(host->colour);
            row.isStale = isStale(*host, state.now());
        }
        if (const auto health = healths.find(id); health != healths.end()) {
            row.health = health->second->health;
            row.why = health->second->why;
        }
        row.tally = state.items().tally(id);
        if (const ControllerHistory *history = state.history(id)) {
            row.donePerSecond = history->series(Series::Handled).last().value_or(0);
            row.retriesPerMinute = history->series(Series::Retries).last().value_or(0);
            row.percentiles = {history->series(Series::P50).last(),
                               history->series(Series::P95).last(),
                               history->series(Series::P99).last()};
            row.uncertain = history->isUncertain();
            row.trend = history->series(Series::Depth).ring(0).points(state.now());
        }
        rows.emplace_back(id, std::move(row));
    }
    update(std::move(rows));
}

QString ControllersModel::text(const ControllerRow &row, int column)
{
    const ControllerView &view = row.view;
    const Gauges &g = view.gauges;
    switch (column) {
    case Health: return nameOf(row.health);
    case Why: return row.why;
    case State: return runStateText(row);
    case Name: return toLine(view.name);
    case Host: return row.host;
    case Plugin: return toLine(view.plugin);
    case Depth: return formatCount(g.depth);
    case OldestWaiting: return g.depth > 0 ? formatAge(g.oldestWaiting) : QString();
    case InFlight: return inFlightText(g);
    case DonePerSecond: return formatNumber(row.donePerSecond);
    case RetriesPerMinute: return measurePerMinute(row.retriesPerMinute).value;
    case Failing: return formatCount(countOf(row.tally, Mark::Failing));
    case P50: return milliseconds(row.percentiles[0], row.uncertain);
    case P95: return milliseconds(row.percentiles[1], row.uncertain);
    case P99: return milliseconds(row.percentiles[2], row.uncertain);
    case Locks: return formatCount(g.locksHeld);
    case Uptime: return formatAge(row.now - view.startedAt);
    case ListAge: return !view.lists.wasComplete ? tr("none yet") : formatAge(g.listAge);
    case Watch:
        return view.watchError.empty()
                   ? nameOf(view.watch)
                   : nameOf(view.watch) + QStringLiteral(": ") + toLine(shortForm(view.watchError));
    default: return {};
    }
}

Severity ControllersModel::severity(const ControllerRow &row, int column)
{
    switch (column) {
    case Health: return weightOf(row.health);
    case State:
        return row.view.state == ControllerState::Paused ? Severity::Degraded : Severity::Normal;
    case RetriesPerMinute:
        return row.retriesPerMinute >= 0.5 ? Severity::Degraded : Severity::Normal;
    case Failing: return severityOfFailing(row.tally);
    case Watch: return row.view.watchError.empty() ? Severity::Normal : Severity::Degraded;
    default: return Severity::Normal;
    }
}

QVariant ControllersModel::cell(const ControllerRow &row, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole: return text(row, column);
    case Qt::DecorationRole:
        if (column == Host)
            return colourMark(row.colour, row.isStale);
        if (column == Health)
            return symbol(keyOf(row.health), Theme::current().colorOf(weightOf(row.health)));
        return column == State ? QVariant(iconOf(iconStateOf(row.view.state))) : QVariant();
    case Qt::ForegroundRole: {
        if (row.isStale && column != Health)
            return Theme::current().dim;
        const Severity s = severity(row, column);
        return s == Severity::Normal ? QVariant() : QVariant(Theme::current().colorOf(s));
    }
    case Qt::ToolTipRole:
        return column == Why || column == State || column == InFlight || column == Watch
                   ? QVariant(text(row, column))
                   : QVariant();
    case TrendRole: return column == Trend ? QVariant::fromValue(row.trend) : QVariant();
    default: return {};
    }
}

SortKey ControllersModel::sortKey(const ControllerRow &row, int column) const
{
    const Gauges &g = row.view.gauges;
    switch (column) {
    case Health: return {-double(rankOf(row.health)), naturalKey(row.view.name)};
    case Why: return {0, row.why.toStdString()};
    case State: return {double(row.view.state), naturalKey(row.view.name)};
    case Name: return {0, naturalKey(row.view.name)};
    case Host: return {0, naturalKey(row.host.toStdString())};
    case Plugin: return {0, naturalKey(row.view.plugin)};
    case Depth:
    case Trend: return {double(g.depth), {}};
    case OldestWaiting: return {double(g.oldestWaiting.count()), {}};
    case InFlight: return {double(g.running), {}};
    case DonePerSecond: return {row.donePerSecond, {}};
    case RetriesPerMinute: return {row.retriesPerMinute, {}};
    case Failing: return {double(countOf(row.tally, Mark::Failing)), {}};
    case P50: return {row.percentiles[0].value_or(-1), {}};
    case P95: return {row.percentiles[1].value_or(-1), {}};
    case P99: return {row.percentiles[2].value_or(-1), {}};
    case Locks: return {double(g.locksHeld), {}};
    case Uptime: return {double((row.now - row.view.startedAt).count()), {}};
    case ListAge: return {double(g.listAge.count()), {}};
    case Watch: return {double(row.view.watch), row.view.watchError};
    default: return {};
    }
}

} // namespace qontroller::ui
