// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/sessionverbs.h"

#include "app/cli/controlsocket.h"
#include "app/qontrollerctl/asking.h"
#include "app/qontrollerctl/jsonanswer.h"
#include "app/qontrollerctl/snapshot.h"
#include "app/qontrollerctl/texttable.h"
#include "core/base/text/readabletext.h"
#include "core/plugins/load/installedplugins.h"
#include "core/plugins/load/plugincatalogue.h"
#include "core/plugins/load/sessiondraft.h"

#include <QtCore/QFile>

#include <array>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace qontroller {

namespace {

tl::expected<std::string, CtlProblem> contentOf(const std::string &file)
{
    const auto refused = [&file](const std::string &why) {
        return tl::unexpected(CtlProblem{CtlStatus::Refused, file + ' ' + why});
    };
    std::error_code error;
    if (std::filesystem::is_fifo(file, error)) // opening it would wait until a program writes
        return refused("is a pipe, not a file: name a session file");
    QFile input(QString::fromStdString(file));
    if (!input.open(QIODevice::ReadOnly))
        return refused("cannot be read: " + input.errorString().toStdString());
    const QByteArray text = input.read(qint64(remote::LongestSession) + 1);
    if (input.error() != QFileDevice::NoError)
        return refused("cannot be read: " + input.errorString().toStdString());
    if (text.isEmpty())
        return refused("is empty: name a session file");
    if (text.size() > qsizetype(remote::LongestSession))
        return refused("is larger than 16 MiB: name a session file");
    return text.toStdString();
}

const char *wordOf(SessionStep::State state)
{
    static constexpr std::array Words{"planned", "done", "failed"};
    return Words[static_cast<std::size_t>(state)];
}

std::string jsonOf(const ApplyStatus &status)
{
    JsonWriter writer(JsonWriter::Style::Line);
    writer.beginObject().key("steps").beginArray();
    for (const SessionStep &step : status.steps) {
        writer.beginObject().key("controller").value(jsonText(step.controller));
        writer.key("kind").value(jsonText(name(step.kind)));
        writer.key("what").value(jsonText(step.what));
        writer.key("state").value(jsonText(wordOf(step.state)));
        writer.key("why").value(jsonText(step.why)).endObject();
    }
    writer.endArray().key("untouched").value(jsonNumber(status.untouched));
    writer.key("problems").beginArray();
    for (const std::string &problem : status.problems)
        writer.value(jsonText(problem));
    writer.endArray().endObject();
    return writer.text().toStdString() + '\n';
}

std::string untouchedText(const ApplyStatus &status)
{
    return std::to_string(status.untouched)
           + (status.untouched == 1 ? " controller is" : " controllers are") + " not touched\n";
}

/// What \a status is to a person; of what was done, how it ended.
std::string textOf(const CtlLine &line, const ApplyStatus &status)
{
    std::string text;
    const std::string file = line.words.size() > 1 ? line.words[1] : "the host's own file";
    for (const std::string &problem : status.problems)
        text += readableText(file + ": " + problem) + '\n';
    for (const SessionStep &step : status.steps)
        text += readableText(describe(step)) + '\n';
    const bool isTold = status.untouched > 0 || text.empty();
    return isTold ? text + untouchedText(status) : text;
}

CtlAnswer report(const CtlLine &line, const ApplyStatus &status, const std::string &note = {})
{
    std::string text = line.isJson() ? jsonOf(status) : textOf(line, status) + note;
    if (status.hasFailed())
        return tl::unexpected(CtlProblem{CtlStatus::Failed, std::move(text), Shown::AsAnswer});
    return text;
}

/// Shows what would happen and asks, until it is what a person has seen. Nothing: do it.
std::optional<CtlProblem> whyNotConfirmed(const CtlLine &line, CtlHost host,
                                          const std::optional<std::string> &json)
{
    auto plan = host.calls.applySession(json, ApplyMode::DryRun);
    if (!plan)
        return problemOf(plan.error());
    // A session that is wrong, or that changes nothing, is for the host's log alone.
    while (!plan->steps.empty()) {
        std::fputs(textOf(line, *plan).c_str(), stderr);
        if (!isConfirmed("apply this"))
            return notConfirmed("apply");
        auto again = host.calls.applySession(json, ApplyMode::DryRun);
        if (!again)
            return problemOf(again.error());
        if (*again == *plan)
            break;
        plan = std::move(again);
        std::fputs("The host has changed meanwhile:\n", stderr);
    }
    return std::nullopt;
}

/// What becomes of it at the next start, where that is not the same.
std::string noteOnFile(const CtlLine &line, CtlHost host)
{
    if (line.words.size() == 1) // it is that file's
        return {};
    const auto session = host.calls.session();
    // Else a file of the same path is another one.
    const bool isHere = line.host.find("://") == std::string::npos && !isControlAddress(line.host);
    std::error_code error;
    if (!session || session->file.empty()
        || (isHere && std::filesystem::equivalent(line.words[1], session->file, error)))
        return {};
    return "After its next start the host runs what its own file says: "
           + readableText(session->file) + '\n';
}

CtlAnswer saveSession(const CtlLine &line, CtlHost host)
{
    const auto saved = host.calls.saveSession();
    if (!saved)
        return tl::unexpected(problemOf(saved.error()));
    if (line.isJson())
        return report(line, *saved);
    std::string text;
    for (const std::string &problem : saved->problems)
        text += (text.empty() ? "" : "; ") + readableText(problem);
    if (!text.empty())
        return tl::unexpected(CtlProblem{CtlStatus::Failed, std::move(text)});
    for (const SessionStep &step : saved->steps)
        text += readableText(step.controller + ": saved: " + step.what) + '\n';
    if (text.empty())
        text = "nobody has changed an option: the file stays as it is\n";
    if (const auto session = host.calls.session()) {
        for (const NotStarted &each : session->notStarted)
            text += readableText(each.controller
                                 + " does not run: what was changed of it earlier is not saved")
                    + '\n';
    }
    return text;
}

} // namespace

CtlAnswer draftSession(const CtlLine &line)
{
    if (line.words.size() > 3)
        return tl::unexpected(
            CtlProblem{CtlStatus::Refused,
                       "init takes a plugin and a name: leave out \"" + line.words[3] + '"'});
    PluginSearch search;
    addInstalledPlugins(search);
    const PluginCatalogue plugins(std::move(search)); // looks, and loads nothing
    if (line.words.size() > 1) {
        const PluginRecord *const plugin = plugins.find(line.words[1], PluginKind::Controller);
        if (!plugin)
            return tl::unexpected(
                CtlProblem{CtlStatus::NotKnown,
                           plugins.whyNot(line.words[1], PluginKind::Controller)});
        return sessionDraft(plugin->metadata, line.words.back()).toStdString();
    }
    std::string text;
    for (const PluginRecord &plugin : plugins.plugins()) {
        if (plugin.isUsable() && plugin.metadata.kind == PluginKind::Controller)
            text += plugin.metadata.id + ": " + plugin.metadata.description + '\n';
    }
    return text;
}

CtlAnswer showSession(const CtlLine &line, CtlHost host)
{
    if (line.save)
        return saveSession(line, host);
    const auto session = host.calls.session();
    if (!session)
        return tl::unexpected(problemOf(session.error()));
    if (session->json.empty())
        return tl::unexpected(CtlProblem{CtlStatus::NotKnown, "the host has no session"});
    return session->json + (session->json.ends_with('\n') ? "" : "\n");
}

CtlAnswer showPlugins(const CtlLine &line, CtlHost host)
{
    const auto plugins = host.calls.plugins();
    if (!plugins)
        return tl::unexpected(problemOf(plugins.error()));
    if (line.isJson())
        return jsonList(line.output, "plugins", *plugins,
                        [](JsonWriter &writer, const FoundPlugin &each) {
                            writer.beginObject().key("id").value(jsonText(each.id));
                            writer.key("name").value(jsonText(each.name));
                            writer.key("version").value(jsonText(each.version));
                            writer.key("file").value(jsonText(each.file));
                            writer.key("state").value(jsonText(each.state));
                            writer.key("why").value(jsonText(each.why)).endObject();
                        });
    TextTable table({{.name = "PLUGIN", .fit = TextTable::Fit::Above},
                     {"VERSION"},
                     {"STATE"},
                     {"FILE"},
                     {.name = "WHY", .fit = TextTable::Fit::Below}});
    for (const FoundPlugin &each : *plugins)
        table.add({each.id, each.version, each.state, each.file, each.why});
    return table.text(widthFor(line.output));
}

CtlAnswer applySession(const CtlLine &line, CtlHost host)
{
    if (line.words.size() > 2)
        return tl::unexpected(CtlProblem{CtlStatus::Refused, "apply takes one session file: leave "
                                                             "out \""
                                                                 + line.words[2] + '"'});
    std::optional<std::string> json; // nothing: that of the host's own file
    if (line.words.size() == 2) {
        auto content = contentOf(line.words[1]);
        if (!content)
            return tl::unexpected(content.error());
        json = *std::move(content);
    }
    if (line.dryRun) {
        const auto plan = host.calls.applySession(json, ApplyMode::DryRun);
        return plan ? report(line, *plan) : tl::unexpected(problemOf(plan.error()));
    }
    if (!line.yes) {
        if (auto problem = whyNotConfirmed(line, host, json))
            return tl::unexpected(*std::move(problem));
    }
    const auto done = host.calls.applySession(json, ApplyMode::Apply);
    if (!done)
        return tl::unexpected(problemOf(done.error()));
    return report(line, *done, done->steps.empty() ? "" : noteOnFile(line, host));
}

} // namespace qontroller
