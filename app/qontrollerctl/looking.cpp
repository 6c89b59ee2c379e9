// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/looking.h"

#include "app/qontrollerctl/selecting.h"
#include "app/qontrollerctl/snapshot.h"
#include "app/qontrollerctl/table.h"
#include "core/base/duration.h"
#include "core/json/jsonwriter.h"
#include "core/observe/health.h"
#include "core/observe/itemmark.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace qontroller {

namespace {

QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

double seconds(Duration duration)
{
    return std::round(std::chrono::duration<double, std::milli>(duration).count()) / 1000;
}

QJsonValue number(std::uint64_t value)
{
    return static_cast<qint64>(value);
}

/// One JSON value for each of \a list, under \a name or a line each.
template<class List, class WriteOne, class WriteEnd>
std::string json(Output output, const char *name, const List &list, const WriteOne &writeOne,
                 const WriteEnd &writeEnd)
{
    if (output == Output::JsonLines) {
        std::string lines;
        for (const auto &each : list) {
            JsonWriter writer(JsonWriter::Style::Line);
            writeOne(writer, each);
            lines += writer.text().toStdString() + '\n';
        }
        return lines;
    }
    JsonWriter writer(JsonWriter::Style::Line);
    writer.beginObject().key(name).beginArray();
    for (const auto &each : list)
        writeOne(writer, each);
    writer.endArray();
    writeEnd(writer);
    writer.endObject();
    return writer.text().toStdString() + '\n';
}

// status

struct Count
{
    const char *name; // as JSON has it
    const char *title;
    std::uint64_t (*of)(const Gauges &);
};

template<ItemState State>
std::uint64_t in(const Gauges &gauges)
{
    return gauges.states[static_cast<std::size_t>(State)];
}

constexpr std::array Counts{
    Count{"known", "KNOWN", [](const Gauges &g) { return g.known; }},
    Count{"queued", "QUEUED", [](const Gauges &g) { return g.depth; }},
    Count{"running", "RUNNING", [](const Gauges &g) { return g.running; }},
    Count{"backoff", "BACK-OFF", in<ItemState::BackOff>},
    Count{"failed", "FAILED", in<ItemState::Failed>},
    Count{"parked", "PARKED", in<ItemState::Parked>},
    Count{"paused", "PAUSED", in<ItemState::Paused>},
    Count{"held", "HELD", in<ItemState::Held>},
};

std::string statusTable(const CtlLine &line, const Snapshot &snapshot)
{
    std::vector<Table::Column> columns{{"CONTROLLER"}, {"HEALTH"}};
    for (const Count &count : Counts)
        columns.push_back({count.title, Table::Align::Right});
    columns.push_back({"LIST", Table::Align::Right});
    columns.push_back({"WHY"});
    Table table(std::move(columns));
    for (const ControllerDelta &each : snapshot.controllers) {
        const HealthReport report = healthOf(each, snapshot.now);
        std::vector<std::string> row{each.name, std::string(name(report.health))};
        for (const Count &count : Counts)
            row.push_back(std::to_string(count.of(each.gauges)));
        row.push_back(spanInWords(each.gauges.listAge));
        row.push_back(report.reason);
        table.add(std::move(row));
    }
    return table.text(widthFor(line.output));
}

void writeStatus(JsonWriter &writer, const ControllerDelta &each, TimePoint now)
{
    const HealthReport report = healthOf(each, now);
    writer.beginObject().key("name").value(text(each.name));
    writer.key("health").value(text(name(report.health)));
    writer.key("reason").value(text(report.reason));
    for (const Count &count : Counts)
        writer.key(count.name).value(number(count.of(each.gauges)));
    writer.key("listAgeSeconds").value(seconds(each.gauges.listAge)).endObject();
}

// items

std::string nextTry(const ItemRow &row, TimePoint now)
{
    if (row.nextRun == TimePoint{})
        return {};
    return row.nextRun <= now ? "now" : "in " + spanInWords(row.nextRun - now);
}

std::string itemsTable(const CtlLine &line, const SelectedItems &items)
{
    Table table({{"OBJECT"},
                 {"STATE"},
                 {"FOR", Table::Align::Right},
                 {"TRIES", Table::Align::Right},
                 {"NEXT"},
                 {"REASON"}});
    for (const SelectedItem &each : items.shown)
        table.add({each.controller->name + '/' + each.row->id, keyOf(name(each.row->state)),
                   spanInWords(items.now - each.row->since), std::to_string(each.row->errors),
                   nextTry(*each.row, items.now), errorOf(*each.row)});
    std::string result = table.text(widthFor(line.output));
    if (items.shown.size() < items.total)
        result += "and " + std::to_string(items.total - items.shown.size()) + " more\n";
    return result;
}

void writeItem(JsonWriter &writer, const SelectedItem &each, TimePoint now)
{
    const ItemRow &row = *each.row;
    writer.beginObject().key("controller").value(text(each.controller->name));
    writer.key("id").value(text(row.id));
    writer.key("state").value(text(keyOf(name(row.state))));
    writer.key("reason").value(text(errorOf(row)));
    writer.key("attempts").value(number(row.errors));
    writer.key("nextTry");
    if (row.nextRun == TimePoint{})
        writer.value(QJsonValue::Null);
    else
        writer.value(seconds(row.nextRun - now));
    writer.endObject();
}

/// The object that is named by the one word after the verb.
tl::expected<ObjectName, CtlProblem> namedObject(const CtlLine &line, const Snapshot &snapshot)
{
    if (line.words.size() != 2)
        return tl::unexpected(
            CtlProblem{CtlStatus::Refused, line.verb() + " needs one object, as in qontrollerctl "
                                               + line.verb() + " photos/a.jpg"});
    return findObject(snapshot, line.words[1]);
}

/// What \a show says of the object that is named, with the moment.
template<class Show>
CtlAnswer showObject(const CtlLine &line, remote::RemoteHost &host, const Show &show)
{
    const auto snapshot = takeSnapshot(host, Reads::Events);
    if (!snapshot)
        return tl::unexpected(snapshot.error());
    const auto object = namedObject(line, *snapshot);
    if (!object)
        return tl::unexpected(object.error());
    return show(*object, snapshot->now);
}

CtlAnswer withDetail(const CtlLine &line, remote::RemoteHost &host,
                     const std::function<std::string(const ItemDetail &, TimePoint)> &show)
{
    return showObject(line, host, [&](const ObjectName &object, TimePoint now) -> CtlAnswer {
        const auto detail = host.detail(object.controller, object.id);
        if (!detail)
            return tl::unexpected(problemOf(host.problem().value()));
        return show(*detail, now);
    });
}

} // namespace

CtlAnswer showStatus(const CtlLine &line, remote::RemoteHost &host)
{
    const auto snapshot = takeSnapshot(host, Reads::Events);
    if (!snapshot)
        return tl::unexpected(snapshot.error());
    if (!line.isJson())
        return statusTable(line, *snapshot);
    return json(
        line.output, "controllers", snapshot->controllers,
        [&](JsonWriter &writer, const ControllerDelta &each) {
            writeStatus(writer, each, snapshot->now);
        },
        [](JsonWriter &) {});
}

CtlAnswer showItems(const CtlLine &line, remote::RemoteHost &host)
{
    const auto snapshot = takeSnapshot(host, Reads::Everything);
    if (!snapshot)
        return tl::unexpected(snapshot.error());
    const auto items = selectItems(line, *snapshot);
    if (!items)
        return tl::unexpected(items.error());
    if (!line.isJson())
        return itemsTable(line, *items);
    return json(
        line.output, "items", items->shown,
        [&](JsonWriter &writer, const SelectedItem &each) { writeItem(writer, each, items->now); },
        [&](JsonWriter &writer) { writer.key("total").value(number(items->total)); });
}

CtlAnswer showWhy(const CtlLine &line, remote::RemoteHost &host)
{
    return withDetail(line, host, [&](const ItemDetail &detail, TimePoint now) {
        if (line.isJson())
            return json(
                line.output, "why", detail.explanation,
                [now](JsonWriter &writer, const Explanation &fact) {
                    writer.beginObject().key("words").value(text(inWords(fact, now))).endObject();
                },
                [](JsonWriter &) {});
        std::string words;
        for (const Explanation &fact : detail.explanation)
            words += inWords(fact, now) + '\n';
        const std::string &error = errorOf(detail.row);
        return error.empty() ? words : words + "the last error: " + error + '\n';
    });
}

CtlAnswer showAttempts(const CtlLine &line, remote::RemoteHost &host)
{
    return withDetail(line, host, [&](const ItemDetail &detail, TimePoint now) {
        if (line.isJson())
            return json(
                line.output, "attempts", detail.attempts,
                [now](JsonWriter &writer, const AttemptRecord &each) {
                    writer.beginObject().key("secondsAgo").value(seconds(now - each.started));
                    writer.key("seconds").value(seconds(each.took));
                    writer.key("removal").value(each.removal);
                    writer.key("success").value(each.success);
                    writer.key("outcome").value(text(inWords(each.outcome))).endObject();
                },
                [](JsonWriter &) {});
        Table table(
            {{"AGO", Table::Align::Right}, {"TOOK", Table::Align::Right}, {"WHAT"}, {"OUTCOME"}});
        for (const AttemptRecord &each : detail.attempts)
            table.add({spanInWords(now - each.started), spanInWords(each.took),
                       each.removal ? "remove" : "add", inWords(each.outcome)});
        return table.text(widthFor(line.output));
    });
}

CtlAnswer showDescription(const CtlLine &line, remote::RemoteHost &host)
{
    return showObject(line, host, [&](const ObjectName &object, TimePoint) -> CtlAnswer {
        const auto found = host.describe(object.controller, object.id, {});
        if (!found)
            return tl::unexpected(problemOf(host.problem().value()));
        if (!found->problem.empty())
            return tl::unexpected(CtlProblem{CtlStatus::Failed, found->problem});
        if (line.isJson()) {
            JsonWriter writer(JsonWriter::Style::Line);
            writer.beginObject().key("desired").value(text(found->desired));
            writer.key("actual").value(text(found->actual)).endObject();
            return writer.text().toStdString() + '\n';
        }
        return "Desired\n" + found->desired + "\nActual\n" + found->actual + '\n';
    });
}

} // namespace qontroller
