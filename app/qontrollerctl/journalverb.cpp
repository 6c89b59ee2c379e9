// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/journalverb.h"

#include "app/qontrollerctl/jsonanswer.h"
#include "app/qontrollerctl/snapshot.h"
#include "app/qontrollerctl/texttable.h"
#include "core/base/text/duration.h"
#include "core/base/text/readabletext.h"

#include <array>
#include <cstdio>

namespace qontroller {

namespace {

/// A number of what a start has found.
struct Column
{
    const char *name; ///< as JSON has it
    const char *title;
    std::uint64_t RestoredObjects::*count;
};
constexpr std::array Columns{
    Column{"objects", "OBJECTS", &RestoredObjects::objects},
    Column{"failed", "FAILED", &RestoredObjects::failed},
    Column{"paused", "PAUSED", &RestoredObjects::paused},
    Column{"withheld", "HELD OR KEPT", &RestoredObjects::withheld},
    Column{"owed", "TO REMOVE", &RestoredObjects::owed},
    Column{"texts", "TEXTS", &RestoredObjects::texts},
    Column{"damaged", "DAMAGED", &RestoredObjects::damaged},
    Column{"damagedTexts", "DAMAGED TEXTS", &RestoredObjects::damagedTexts},
    Column{"dropped", "FORGOTTEN", &RestoredObjects::dropped},
    Column{"droppedTexts", "FORGOTTEN TEXTS", &RestoredObjects::droppedTexts},
};

std::string whenWritten(const JournalStatus &status)
{
    return status.written == WallTime{}
               ? "not since the start"
               : spanInWords(std::chrono::system_clock::now() - status.written) + " ago";
}

std::string inBytes(std::uint64_t bytes)
{
    constexpr std::uint64_t Kibi = 1024;
    return bytes < Kibi * Kibi ? std::to_string((bytes + Kibi - 1) / Kibi) + " KiB"
                               : std::to_string(bytes / Kibi / Kibi) + " MiB";
}

std::string inWords(const CtlLine &line, const JournalStatus &status)
{
    if (status.file.empty())
        return "The host keeps no journal: a restart forgets what happens.\n";
    std::string text = readableText(status.file) + ", " + inBytes(status.bytes) + ", written "
                       + whenWritten(status) + '\n';
    if (!status.whyNotWritten.empty())
        text += notKept(status) + '\n';
    text += lostText(status);
    std::vector<TextTable::Column> columns{{"RESTORED"}};
    for (const Column &each : Columns)
        columns.push_back({each.title, TextTable::Align::Right, true});
    TextTable table(std::move(columns));
    for (const JournalStatus::Controller &controller : status.controllers) {
        std::vector<std::string> row{controller.name};
        for (const Column &each : Columns)
            row.push_back(std::to_string(controller.restored.*each.count));
        table.add(std::move(row));
    }
    return text + table.text(widthFor(line.output)) + changesText(status);
}

void writeChanges(JsonWriter &writer, const ControllerChanges &changes)
{
    writer.key("changed").beginArray();
    for (const ChangedOption &each : changes.options) {
        writer.beginObject().key("option").value(jsonText(each.name));
        writer.key("value").value(jsonText(each.value));
        writer.key("session").value(jsonText(each.given)).endObject();
    }
    writer.endArray();
    writer.key("temporaryWorkers");
    if (!changes.workers) {
        writer.value(QJsonValue::Null);
        return;
    }
    writer.beginObject().key("workers").value(changes.workers->workers);
    writer.key("until").value(jsonText(isoTime(changes.workers->until)));
    writer.key("then").value(changes.workers->before);
    writer.key("who").value(jsonText(changes.workers->who)).endObject();
}

std::string forPrograms(const CtlLine &line, const JournalStatus &status)
{
    return jsonList(
        line.output, "restored", status.controllers,
        [](JsonWriter &writer, const JournalStatus::Controller &controller) {
            writer.beginObject().key("controller").value(jsonText(controller.name));
            for (const Column &each : Columns)
                writer.key(each.name).value(jsonNumber(controller.restored.*each.count));
            writer.key("controllerPaused").value(controller.restored.isPaused);
            writeChanges(writer, controller.changes);
            writer.endObject();
        },
        [&status](JsonWriter &writer) {
            writer.key("file").value(jsonText(status.file));
            writer.key("bytes").value(jsonNumber(status.bytes));
            writer.key("written").value(
                jsonText(status.written == WallTime{} ? std::string() : isoTime(status.written)));
            writer.key("notWritten").value(jsonText(status.whyNotWritten));
            writer.key("lost").value(jsonText(status.lost));
        });
}

} // namespace

std::string notKept(const JournalStatus &status)
{
    return "A restart would forget what happens now, commands too: "
           + readableText(status.whyNotWritten);
}

std::string lostText(const JournalStatus &status)
{
    return status.lost.empty() ? std::string()
                               : "Lost before the start: " + readableText(status.lost) + '\n';
}

std::string changesText(const JournalStatus &status)
{
    std::string text;
    for (const JournalStatus::Controller &each : status.controllers) {
        for (const std::string &line : describe(each.changes, std::chrono::system_clock::now()))
            text += readableText(each.name + ": " + line) + '\n';
    }
    return text;
}

CtlAnswer showJournal(const CtlLine &line, CtlHost host)
{
    const bool compacts = line.words.size() == 2 && line.words[1] == "compact";
    if (line.words.size() > 1 && !compacts)
        return tl::unexpected(CtlProblem{CtlStatus::Refused,
                                         "journal stands alone, or with \"compact\", which makes "
                                         "its file small"});
    const auto status = compacts ? host.calls.compactJournal() : host.calls.journal();
    if (!status)
        return tl::unexpected(problemOf(status.error()));
    std::string text = line.isJson() ? forPrograms(line, *status) : inWords(line, *status);
    if (!status->whyNotWritten.empty())
        return tl::unexpected(CtlProblem{CtlStatus::Failed, std::move(text), Shown::AsAnswer});
    return text;
}

CtlAnswer ifKept(CtlHost host, std::string text)
{
    const auto status = host.calls.journal(); // an older host keeps none
    if (!status || status->whyNotWritten.empty())
        return text;
    std::fprintf(stderr, "qontrollerctl: %s\n", notKept(*status).c_str());
    return tl::unexpected(CtlProblem{CtlStatus::Failed, std::move(text), Shown::AsAnswer});
}

} // namespace qontroller
