// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/diagnostics.h"

#include "ui/state/itemstore.h"
#include "ui/words/names.h"

#include "core/base/text/duration.h"
#include "core/plugins/json/optionsjson.h"

#include <QtCore/QAbstractItemModel>
#include <QtCore/QCoreApplication>
#include <QtCore/QDateTime>
#include <QtCore/QJsonArray>
#include <QtCore/QSysInfo>

namespace qontroller::ui {

namespace {

constexpr qsizetype MostItems = 5000;

QString text(std::string_view string)
{
    return QString::fromUtf8(string.data(), qsizetype(string.size()));
}

QString text(Duration duration)
{
    return QString::fromStdString(formatDuration(duration));
}

/// Seconds before \a now; null if never.
QJsonValue ago(TimePoint then, TimePoint now)
{
    return then == TimePoint{} ? QJsonValue()
                               : QJsonValue(std::chrono::duration<double>(now - then).count());
}

QJsonObject programObject()
{
    return {{QStringLiteral("version"), QCoreApplication::applicationVersion()},
            {QStringLiteral("qt"), QLatin1String(qVersion())},
            {QStringLiteral("system"), QSysInfo::prettyProductName()},
            {QStringLiteral("kernel"), QSysInfo::kernelVersion()}};
}

/// As it counts: parkedRetryInterval is never 0 here.
QJsonObject optionsObject(ControllerOptions options)
{
    options.parkedRetryInterval = parkedRetryOf(options);
    QJsonObject object;
    for (const ControllerOption &each : optionTable())
        object.insert(QString::fromStdString(each.fullName()), toJson(each.in(options)));
    return object;
}

QJsonObject countersObject(const Counters &c)
{
    return {{QStringLiteral("triggers"), qint64(c.triggers)},
            {QStringLiteral("handled"), qint64(c.handled)},
            {QStringLiteral("added"), qint64(c.added)},
            {QStringLiteral("removed"), qint64(c.removed)},
            {QStringLiteral("errors"), qint64(c.errors)},
            {QStringLiteral("panics"), qint64(c.panics)},
            {QStringLiteral("retries"), qint64(c.retries)},
            {QStringLiteral("locksRefused"), qint64(c.locksRefused)},
            {QStringLiteral("locksLost"), qint64(c.locksLost)},
            {QStringLiteral("locksAway"), qint64(c.locksAway)},
            {QStringLiteral("locksNotReleased"), qint64(c.locksNotReleased)},
            {QStringLiteral("lists"), qint64(c.lists)},
            {QStringLiteral("listsPartial"), qint64(c.listsPartial)},
            {QStringLiteral("listFailures"), qint64(c.listFailures)},
            {QStringLiteral("watchEvents"), qint64(c.watchEvents)},
            {QStringLiteral("watchErrors"), qint64(c.watchErrors)},
            {QStringLiteral("watchRestarts"), qint64(c.watchRestarts)},
            {QStringLiteral("shortages"), qint64(c.shortages)},
            {QStringLiteral("idsRefused"), qint64(c.idsRefused)},
            {QStringLiteral("eventsDropped"), qint64(c.eventsDropped)}};
}

QJsonObject statesObject(const Gauges &gauges)
{
    QJsonObject states;
    for (int i = 0; i < ItemStateCount; ++i)
        states.insert(keyOf(stateAt(i)), qint64(gauges.states[std::size_t(i)]));
    return states;
}

QJsonObject controllerObject(const ControllerView &view, TimePoint now)
{
    return {{QStringLiteral("name"), text(view.name)},
            {QStringLiteral("plugin"), text(view.plugin)},
            {QStringLiteral("state"), text(name(view.state))},
            {QStringLiteral("termsReason"), text(view.pauseReason)},
            {QStringLiteral("watch"), text(name(view.watch))},
            {QStringLiteral("listError"), text(view.listError)},
            {QStringLiteral("shortage"), text(view.shortage.text)},
            {QStringLiteral("lockOutage"), text(view.lockOutage.text)},
            {QStringLiteral("watchError"), text(view.watchError)},
            {QStringLiteral("upFor"), ago(view.startedAt, now)},
            {QStringLiteral("options"), optionsObject(view.options)},
            {QStringLiteral("counters"), countersObject(view.counters)},
            {QStringLiteral("items"), statesObject(view.gauges)},
            {QStringLiteral("depth"), qint64(view.gauges.depth)},
            {QStringLiteral("workers"), view.gauges.workers},
            {QStringLiteral("busy"), qint64(view.gauges.running)},
            {QStringLiteral("listAge"), text(view.gauges.listAge)}};
}

QJsonArray troubledItems(const LiveState &state)
{
    QJsonArray items;
    const auto visit = [&](Slot, const Item &item) {
        const ItemRow &row = item.row;
        if (severityOf(row.state) < Severity::Degraded || items.size() >= MostItems)
            return;
        items += QJsonObject{{QStringLiteral("controller"), state.titleOf(item.controller)},
                             {QStringLiteral("id"), text(row.id)},
                             {QStringLiteral("state"), keyOf(row.state)},
                             {QStringLiteral("errors"), qint64(row.errors)},
                             {QStringLiteral("since"), ago(row.since, state.now())},
                             {QStringLiteral("text"), text(row.text)}};
    };
    state.items().readChunk(0, state.items().slotCount(), visit);
    return items;
}

QJsonArray eventsArray(const LiveState &state)
{
    QJsonArray events;
    for (const LoggedEvent &logged : state.log().events())
        events += QJsonObject{{QStringLiteral("ago"), ago(logged.event.time, state.now())},
                              {QStringLiteral("controller"), logged.controllerName},
                              {QStringLiteral("kind"), text(name(logged.event.kind))},
                              {QStringLiteral("id"), text(logged.event.id)},
                              {QStringLiteral("text"), text(inWords(logged.event.said))}};
    return events;
}

QJsonArray rowsOf(const QAbstractItemModel &model)
{
    QJsonArray rows;
    for (int row = 0; row < model.rowCount(); ++row) {
        QJsonArray cells;
        for (int column = 0; column < model.columnCount(); ++column)
            cells += model.index(row, column).data().toString();
        rows += cells;
    }
    return rows;
}

} // namespace

QJsonObject diagnostics(const LiveState &state, const QAbstractItemModel &operatorLog)
{
    QJsonArray controllers;
    for (const auto &[id, view] : state.controllers())
        controllers += controllerObject(view, state.now());
    return {{QStringLiteral("time"), QDateTime::currentDateTimeUtc().toString(Qt::ISODate)},
            {QStringLiteral("program"), programObject()},
            {QStringLiteral("controllers"), controllers},
            {QStringLiteral("troubledItems"), troubledItems(state)},
            {QStringLiteral("events"), eventsArray(state)},
            {QStringLiteral("operatorLog"), rowsOf(operatorLog)}};
}

} // namespace qontroller::ui
