// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/records.h"

#include "app/qontrollerctl/jsonanswer.h"
#include "app/qontrollerctl/snapshot.h"
#include "app/qontrollerctl/texttable.h"
#include "core/base/text/readabletext.h"
#include "core/engine/control/commandoutcome.h"
#include "core/engine/observe/events/shortform.h"

#include <iostream>

namespace qontroller {

namespace {

/// Says that events are missing before \a each.
std::string gapLine(const CtlLine &line, const remote::EventLine &each)
{
    const std::string text = std::to_string(each.missed) + (each.missed == 1 ? " event" : " events")
                             + " missed: they came faster than they were read";
    if (!line.isJson())
        return isoTime(each.at) + "  " + readableText(each.controller) + "  " + text + '\n';
    JsonWriter writer(JsonWriter::Style::Line);
    writer.beginObject().key("time").value(jsonText(isoTime(each.at)));
    writer.key("controller").value(jsonText(each.controller));
    writer.key("id").value(jsonText("")).key("event").value(jsonText("missed"));
    writer.key("kind").value(jsonText("")).key("text").value(jsonText(text));
    writer.key("missed").value(jsonNumber(each.missed)).endObject();
    return writer.text().toStdString() + '\n';
}

std::string eventLine(const CtlLine &line, const remote::EventLine &each)
{
    const std::string kind = each.event.notice.empty() ? std::string(name(each.event.kind))
                                                       : each.event.notice;
    if (line.isJson()) {
        JsonWriter writer(JsonWriter::Style::Line);
        writer.beginObject().key("time").value(jsonText(isoTime(each.at)));
        writer.key("controller").value(jsonText(each.controller));
        writer.key("id").value(jsonText(each.event.id));
        writer.key("event").value(jsonText(name(each.event.kind)));
        writer.key("kind").value(jsonText(each.event.notice));
        writer.key("text").value(jsonText(inWords(each.event.said))).endObject();
        return writer.text().toStdString() + '\n';
    }
    const std::string object = each.event.id.empty() ? each.controller
                                                     : each.controller + '/' + each.event.id;
    const std::string words = readableText(inWords(inShort(each.event)));
    return isoTime(each.at) + "  " + readableText(object) + "  " + readableText(kind)
           + (words.empty() ? "" : ": " + words) + '\n';
}

tl::expected<remote::EventsQuestion, CtlProblem> eventsQuestion(const CtlLine &line, CtlHost host)
{
    remote::EventsQuestion question;
    question.last = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(line.limit.value_or(0), UINT32_MAX));
    question.follow = line.follow;
    if (line.words.size() == 1)
        return question;
    const auto controller = namedController(line, host, 2, "events photos");
    if (!controller)
        return tl::unexpected(controller.error());
    question.controller = controller->id;
    return question;
}

} // namespace

CtlAnswer showEvents(const CtlLine &line, CtlHost host)
{
    const auto question = eventsQuestion(line, host);
    if (!question)
        return tl::unexpected(question.error());
    Complaint complaint;
    const auto shown = host.calls.events(*question, [&](const remote::EventLine &each) {
        std::string text = eventLine(line, each);
        if (each.missed > 0) {
            text = gapLine(line, each) + text;
            std::cerr << "qontrollerctl: " << readableText(each.controller) << ": " << each.missed
                      << " events missed: read them faster\n";
        }
        complaint = print(text);
        return !complaint;
    });
    if (complaint)
        return tl::unexpected(CtlProblem{CtlStatus::Failed, *complaint});
    if (!shown)
        return tl::unexpected(problemOf(shown.error()));
    return std::string();
}

namespace {

/// `a, b, c and 5 more`
std::string objectsOf(const OperatorLine &line)
{
    constexpr std::size_t MostShown = 3;
    std::string text;
    for (std::size_t i = 0; i < std::min(line.ids.size(), MostShown); ++i)
        text += (i > 0 ? ", " : "") + line.ids[i];
    const std::uint64_t more = line.idCount - std::min<std::uint64_t>(line.idCount, MostShown);
    return more == 0 ? text : text + " and " + std::to_string(more) + " more";
}

} // namespace

CtlAnswer showOperatorLog(const CtlLine &line, CtlHost host)
{
    const auto entries = host.calls.operatorLog();
    if (!entries)
        return tl::unexpected(problemOf(entries.error()));
    if (line.isJson())
        return jsonList(line.output, "log", *entries,
                        [](JsonWriter &writer, const OperatorLine &each) {
                            writer.beginObject().key("time").value(jsonText(isoTime(each.at)));
                            writer.key("who").value(jsonText(each.who));
                            writer.key("controller").value(jsonText(each.controller));
                            writer.key("refused").value(each.isRefused);
                            writer.key("objects").value(jsonNumber(each.idCount));
                            writer.key("ids").beginArray();
                            for (const ObjectId &id : each.ids)
                                writer.value(jsonText(id));
                            writer.endArray();
                            writer.key("result").value(jsonText(each.result));
                            writer.key("text").value(jsonText(each.text)).endObject();
                        });
    TextTable table({{.name = "TIME", .fit = TextTable::Fit::Whole},
                     {"WHO"},
                     {.name = "CONTROLLER", .fit = TextTable::Fit::Above},
                     {.name = "WHAT", .fit = TextTable::Fit::Below},
                     {.name = "OBJECTS", .fit = TextTable::Fit::Above},
                     {"RESULT"}});
    for (const OperatorLine &each : *entries)
        table.add(
            {isoTime(each.at), each.who, each.controller, each.text, objectsOf(each),
             each.isRefused ? inWords(OutcomeParts{{OutcomePart::Kind::Refused}}) : each.result});
    return table.text(widthFor(line.output));
}

} // namespace qontroller
