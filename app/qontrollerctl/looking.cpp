// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/looking.h"

#include "app/qontrollerctl/itemlines.h"
#include "app/qontrollerctl/journalverb.h"
#include "app/qontrollerctl/jsonanswer.h"
#include "app/qontrollerctl/snapshot.h"
#include "app/qontrollerctl/statuslines.h"
#include "app/qontrollerctl/texttable.h"
#include "core/base/text/duration.h"
#include "core/base/text/readabletext.h"
#include "core/engine/observe/events/errorsignature.h"
#include "core/engine/observe/events/shortform.h"
#include "core/engine/observe/items/description.h"
#include "core/engine/observe/items/itemdetail.h"
#include "core/engine/observe/items/itemmark.h"
#include "core/remote/client/selectcall.h"

#include <algorithm>
#include <functional>
#include <map>
#include <sstream>
#include <utility>

namespace qontroller {

namespace {

void writeStatus(JsonWriter &writer, const StatusLine &line)
{
    writer.beginObject().key("name").value(jsonText(line.name));
    writer.key("health").value(jsonText(name(line.health.health)));
    writer.key("reason").value(jsonText(line.health.reason));
    for (const StatusCount &count : statusCounts())
        writer.key(count.name).value(jsonNumber(count.of(line.gauges)));
    writer.key("pausedUntil");
    writeTime(writer, line.pausedUntil);
    writer.key("listAgeSeconds").value(jsonSeconds(line.gauges.listAge)).endObject();
}

/// What controllers know from before the start, until a list says what there is now.
std::string restoredText(const StatusAnswer &status)
{
    std::string text;
    for (const JournalStatus::Controller &each : status.journal.controllers) {
        const auto line = std::ranges::find(status.lines, each.name, &StatusLine::name);
        if (line != status.lines.end() && !line->hasListed && each.restored.objects > 0)
            text += readableText(each.name) + ": knows " + describe(each.restored)
                    + " from before the start, and has not listed yet\n";
    }
    return text + changesText(status.journal);
}

/// Words after `items` are the filter, as if a person had typed them into the window's box.
std::string filterText(const CtlLine &line)
{
    std::string text = line.filter;
    for (std::size_t i = 1; i < line.words.size(); ++i)
        text += (text.empty() ? "" : " ") + line.words[i];
    return text;
}

std::string itemsText(const CtlLine &line, const remote::SelectAnswer &items)
{
    std::string result = itemsTable(items).text(widthFor(line.output));
    if (items.objects.size() < items.total)
        result += "and " + std::to_string(items.total - items.objects.size()) + " more\n";
    return result;
}

void writeItem(JsonWriter &writer, const remote::SelectAnswer::Object &object, TimePoint now)
{
    const ItemRow &row = object.row;
    writer.beginObject().key("controller").value(jsonText(object.controllerName));
    writer.key("id").value(jsonText(row.id));
    writer.key("state").value(jsonText(keyOf(name(row.state))));
    writer.key("reason").value(jsonText(reasonOf(row)));
    writer.key("attempts").value(jsonNumber(row.errors));
    writer.key("nextTry");
    if (row.nextRun == TimePoint{})
        writer.value(QJsonValue::Null);
    else
        writer.value(jsonSeconds(std::max(Duration::zero(), row.nextRun - now)));
    writer.endObject();
}

/// A worker, and whose it is.
struct WorkerLine
{
    const ControllerView &controller;
    const WorkerRow &worker;
};

void writeWorker(JsonWriter &writer, const WorkerLine &each, TimePoint now)
{
    writer.beginObject().key("controller").value(jsonText(each.controller.name));
    writer.key("worker").value(each.worker.number);
    writer.key("id").value(jsonText(each.worker.id));
    writer.key("seconds").value(each.worker.id.empty() ? 0 : jsonSeconds(now - each.worker.since));
    writer.key("done").value(jsonNumber(each.worker.done));
    writer.key("busySeconds").value(jsonSeconds(each.worker.busy));
    writer.key("stuck").value(each.worker.stuck).endObject();
}

/// Objects that fail with one error.
struct Failure
{
    std::uint64_t count = 0;
    std::string sample; ///< the id that has failed last
    TimePoint last;

    void add(const ItemRow &row)
    {
        if (++count > 1 && row.lastError <= last)
            return;
        last = row.lastError;
        sample = row.id;
    }
};

/// The object that is named by the one word after the verb.
tl::expected<ObjectName, CtlProblem> namedObject(const CtlLine &line, const Snapshot &snapshot,
                                                 CtlHost host)
{
    if (line.words.size() != 2)
        return tl::unexpected(
            CtlProblem{CtlStatus::Refused, line.verb() + " needs one object, as in qontrollerctl "
                                               + line.verb() + " photos/a.jpg"});
    return findObject(snapshot, line.words[1], host);
}

/// What \a show says of the object that is named, with the moment.
template<class Show>
CtlAnswer showObject(const CtlLine &line, CtlHost host, const Show &show)
{
    const auto snapshot = takeSnapshot(host.ports);
    if (!snapshot)
        return tl::unexpected(snapshot.error());
    const auto object = namedObject(line, *snapshot, host);
    if (!object)
        return tl::unexpected(object.error());
    return show(*object, snapshot->now);
}

CtlAnswer withDetail(const CtlLine &line, CtlHost host,
                     const std::function<std::string(const ItemDetail &, TimePoint)> &show)
{
    return showObject(line, host, [&](const ObjectName &object, TimePoint now) -> CtlAnswer {
        const auto detail = host.ports.detail(object.controller, object.id);
        if (!detail)
            return tl::unexpected(problemOf(host.ports.problem().value()));
        return show(*detail, now);
    });
}

std::string whyOfController(const CtlLine &line, const StatusLine &controller)
{
    const HealthReport &health = controller.health;
    if (line.isJson()) {
        JsonWriter writer(JsonWriter::Style::Line);
        writeStatus(writer, controller);
        return writer.text().toStdString() + '\n';
    }
    return std::string(name(health.health))
           + (health.reason.empty() ? "" : ": " + readableText(health.reason)) + '\n';
}

/// \a text with its lines, but without what else moves a cursor.
std::string describedLines(const std::string &text)
{
    std::string lines;
    std::istringstream stream(text);
    for (std::string each; std::getline(stream, each);)
        lines += readableText(each, LongestDescription) + '\n';
    return lines;
}

std::string describedJson(const Description &found, const std::string &kept)
{
    JsonWriter writer(JsonWriter::Style::Line);
    writer.beginObject().key("desired").value(jsonText(found.desired));
    writer.key("actual").value(jsonText(found.actual));
    if (!found.problem.empty())
        writer.key("problem").value(jsonText(found.problem));
    writer.key("kept").value(jsonText(kept)).endObject();
    return writer.text().toStdString() + '\n';
}

std::string describedText(const Description &found, const std::string &kept)
{
    std::string text = found.problem.empty() ? "Desired\n" + describedLines(found.desired)
                                                   + "Actual\n" + describedLines(found.actual)
                                             : readableText(found.problem) + '\n';
    if (!kept.empty())
        text += "Kept for its handler\n" + describedLines(kept);
    return text;
}

} // namespace

CtlAnswer showStatus(const CtlLine &line, CtlHost host)
{
    const auto status = statusOf(host);
    if (!status)
        return tl::unexpected(status.error());
    if (line.isJson())
        return jsonList(
            line.output, "controllers", status->lines, writeStatus, [&status](JsonWriter &writer) {
                writer.key("sessionNotApplied").value(jsonText(status->notApplied));
                writer.key("sessionNotSaved").value(jsonText(status->notSaved));
                writer.key("journalNotWritten").value(jsonText(status->journal.whyNotWritten));
                writer.key("journalLost").value(jsonText(status->journal.lost));
                writer.key("operationsUnknown").value(jsonText(status->operationsUnknown));
            });
    std::string text = statusTable(status->lines).text(widthFor(line.output));
    if (!status->notApplied.empty())
        text += "The session asked for last is not applied: " + readableText(status->notApplied)
                + '\n';
    if (!status->notSaved.empty())
        text += "A restart goes back to the session's file: " + readableText(status->notSaved)
                + '\n';
    if (!status->journal.whyNotWritten.empty())
        text += notKept(status->journal) + '\n';
    text += lostText(status->journal);
    text += restoredText(*status);
    if (!status->operationsUnknown.empty())
        text += "Operations are not known: " + readableText(status->operationsUnknown) + '\n';
    return text;
}

CtlAnswer showItems(const CtlLine &line, CtlHost host)
{
    const auto items = host.calls.select({filterText(line), line.sort, line.limit.value_or(0)});
    if (!items)
        return tl::unexpected(problemOf(items.error()));
    if (!line.isJson())
        return itemsText(line, *items);
    return jsonList(
        line.output, "items", items->objects,
        [&](JsonWriter &writer, const remote::SelectAnswer::Object &each) {
            writeItem(writer, each, items->now);
        },
        [&](JsonWriter &writer) { writer.key("total").value(jsonNumber(items->total)); });
}

CtlAnswer showWhy(const CtlLine &line, CtlHost host)
{
    if (line.words.size() == 2) {
        const auto status = statusOf(host);
        if (!status)
            return tl::unexpected(status.error());
        const auto named = std::ranges::find(status->lines, line.words[1], &StatusLine::name);
        if (named != status->lines.end())
            return whyOfController(line, *named);
    }
    return withDetail(line, host, [&](const ItemDetail &detail, TimePoint now) {
        if (line.isJson())
            return jsonList(
                line.output, "why", detail.explanation,
                [now](JsonWriter &writer, const Explanation &fact) {
                    writer.beginObject()
                        .key("words")
                        .value(jsonText(inWords(fact, now)))
                        .endObject();
                },
                [&detail](JsonWriter &writer) {
                    const LastSaid last = lastSaidOf(detail.row);
                    writer.key(last.key).value(jsonText(last.text));
                });
        std::string words;
        for (const std::string &each : whyLines(detail, now))
            words += each + '\n';
        return words;
    });
}

CtlAnswer showAttempts(const CtlLine &line, CtlHost host)
{
    return withDetail(line, host, [&](const ItemDetail &detail, TimePoint now) {
        if (line.isJson())
            return jsonList(
                line.output, "attempts", detail.attempts,
                [now](JsonWriter &writer, const AttemptRecord &each) {
                    writer.beginObject().key("secondsAgo").value(jsonSeconds(now - each.started));
                    writer.key("seconds").value(jsonSeconds(each.took));
                    writer.key("removal").value(each.removal);
                    writer.key("success").value(each.success);
                    writer.key("outcome").value(jsonText(inWords(each.outcome))).endObject();
                });
        if (detail.attempts.empty())
            return std::string("no attempts are kept: the host keeps them once the object has had "
                               "trouble, or an operator has looked at it\n");
        TextTable table({{"AGO", TextTable::Align::Right},
                         {"TOOK", TextTable::Align::Right},
                         {"WHAT"},
                         {.name = "OUTCOME", .fit = TextTable::Fit::Below}});
        for (const AttemptRecord &each : detail.attempts)
            table.add({spanInWords(now - each.started), spanInWords(each.took),
                       each.removal ? "remove" : "add", inWords(inShort(each.outcome))});
        return table.text(widthFor(line.output));
    });
}

CtlAnswer showDescription(const CtlLine &line, CtlHost host)
{
    return showObject(line, host, [&](const ObjectName &object, TimePoint) -> CtlAnswer {
        const auto detail = host.ports.detail(object.controller, object.id);
        const auto found = detail ? host.ports.describe(object.controller, object.id, {})
                                  : std::nullopt;
        if (!found)
            return tl::unexpected(problemOf(host.ports.problem().value()));
        const std::string &kept = detail->row.keptText.text();
        if (!found->problem.empty() && kept.empty())
            return tl::unexpected(CtlProblem{CtlStatus::Failed, found->problem});
        return line.isJson() ? describedJson(*found, kept) : describedText(*found, kept);
    });
}

CtlAnswer showWorkers(const CtlLine &line, CtlHost host)
{
    const auto snapshot = takeSnapshot(host.ports);
    if (!snapshot)
        return tl::unexpected(snapshot.error());
    if (line.words.size() == 2 && !snapshot->find(line.words[1]))
        return tl::unexpected(notThere(line.words[1], host));
    std::vector<WorkerLine> workers;
    for (const ControllerView &controller : snapshot->controllers) {
        if (line.words.size() == 2 && line.words[1] != controller.name)
            continue;
        for (const WorkerRow &worker : controller.workers)
            workers.push_back({controller, worker});
    }
    if (line.isJson())
        return jsonList(line.output, "workers", workers,
                        [&](JsonWriter &writer, const WorkerLine &each) {
                            writeWorker(writer, each, snapshot->now);
                        });
    TextTable table({{.name = "CONTROLLER", .fit = TextTable::Fit::Above},
                     {"WORKER", TextTable::Align::Right},
                     {"FOR", TextTable::Align::Right},
                     {"DONE", TextTable::Align::Right},
                     {"BUSY", TextTable::Align::Right},
                     {.name = "OBJECT", .fit = TextTable::Fit::Above}});
    for (const auto &[controller, worker] : workers)
        table.add({controller.name, std::to_string(worker.number),
                   worker.id.empty() ? "" : spanInWords(snapshot->now - worker.since),
                   std::to_string(worker.done), spanInWords(worker.busy),
                   worker.id + (worker.stuck ? " (stuck)" : "")});
    return table.text(widthFor(line.output));
}

CtlAnswer showLocks(const CtlLine &line, CtlHost host)
{
    const auto items = host.calls.select({"state:running,stuck,waiting-for-lock", "age", 0});
    if (!items)
        return tl::unexpected(problemOf(items.error()));
    const auto isHeld = [](const ItemRow &row) { return row.state != ItemState::WaitingForLock; };
    if (line.isJson())
        return jsonList(line.output, "locks", items->objects,
                        [&](JsonWriter &writer, const remote::SelectAnswer::Object &each) {
                            const auto &[controller, name, row] = each;
                            writer.beginObject().key("controller").value(jsonText(name));
                            writer.key("id").value(jsonText(row.id));
                            writer.key("held").value(isHeld(row));
                            writer.key("holder").value(jsonText(isHeld(row) ? "" : row.text));
                            writer.key("seconds").value(jsonSeconds(items->now - row.since));
                            writer.endObject();
                        });
    TextTable table({{.name = "OBJECT", .fit = TextTable::Fit::Above},
                     {"LOCK"},
                     {"FOR", TextTable::Align::Right},
                     {"NEXT"},
                     {"HOLDER"}});
    for (const auto &[controller, name, row] : items->objects)
        table.add({name + '/' + row.id, isHeld(row) ? "held" : "waits",
                   spanInWords(items->now - row.since), nextTry(row, items->now),
                   isHeld(row) ? "worker " + std::to_string(row.worker) : row.text});
    return table.text(widthFor(line.output));
}

CtlAnswer showFailures(const CtlLine &line, CtlHost host)
{
    const auto items = host.calls.select({"is:failing", "age", 0});
    if (!items)
        return tl::unexpected(problemOf(items.error()));
    std::map<std::pair<std::string, std::string>, Failure> groups;
    for (const auto &[controller, name, row] : items->objects)
        groups[{name, errorSignature(errorOf(row), row.id)}].add(row);
    std::vector<std::pair<std::pair<std::string, std::string>, Failure>> sorted(groups.begin(),
                                                                                groups.end());
    std::ranges::stable_sort(sorted, std::ranges::greater(),
                             [](const auto &each) { return each.second.count; });
    if (line.isJson())
        return jsonList(line.output, "failures", sorted, [&](JsonWriter &writer, const auto &each) {
            writer.beginObject().key("controller").value(jsonText(each.first.first));
            writer.key("error").value(jsonText(each.first.second));
            writer.key("objects").value(jsonNumber(each.second.count));
            writer.key("sample").value(jsonText(each.second.sample));
            writer.key("lastSecondsAgo").value(jsonSeconds(items->now - each.second.last));
            writer.endObject();
        });
    TextTable table({{.name = "CONTROLLER", .fit = TextTable::Fit::Above},
                     {"OBJECTS", TextTable::Align::Right},
                     {"LAST", TextTable::Align::Right},
                     {.name = "SAMPLE", .fit = TextTable::Fit::Above, .least = 12},
                     {.name = "ERROR", .fit = TextTable::Fit::Below}});
    for (const auto &[key, failure] : sorted)
        table.add({key.first, std::to_string(failure.count), spanInWords(items->now - failure.last),
                   failure.sample, key.second});
    return table.text(widthFor(line.output));
}

} // namespace qontroller
