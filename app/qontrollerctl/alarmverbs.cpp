// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/alarmverbs.h"

#include "app/qontrollerctl/journalverb.h"
#include "app/qontrollerctl/jsonanswer.h"
#include "app/qontrollerctl/snapshot.h"
#include "app/qontrollerctl/texttable.h"
#include "core/base/text/duration.h"
#include "core/base/text/readabletext.h"

#include <cstdio>
#include <functional>
#include <span>

namespace qontroller {

namespace {

WallTime wallNow()
{
    return std::chrono::system_clock::now();
}

void writeAlarm(JsonWriter &writer, const Alarm &alarm)
{
    writer.beginObject().key("alarm").value(jsonText(alarm.rule));
    writer.key("severity").value(jsonText(name(alarm.severity)));
    writer.key("controller").value(jsonText(alarm.controller));
    writer.key("key").value(jsonText(alarm.key));
    writer.key("what").value(jsonText(alarm.what));
    writer.key("since").value(jsonText(isoTime(alarm.since))).endObject();
}

std::string inWords(const CtlLine &line, const AlarmStatus &status)
{
    TextTable alarms({{"SEVERITY"},
                      {"ALARM"},
                      {.name = "NEED", .fit = TextTable::Fit::Above},
                      {"SINCE", TextTable::Align::Right},
                      {.name = "WHAT", .fit = TextTable::Fit::Below}});
    for (const Alarm &each : status.firing)
        alarms.add({std::string(name(each.severity)), each.rule, each.key,
                    spanInWords(wallNow() - each.since), each.what});
    std::string text = status.firing.empty() ? "nothing alarms\n"
                                             : alarms.text(widthFor(line.output));
    for (const Acknowledgement &each : status.acknowledged)
        text += readableText(each.key + " is acknowledged " + untilWords(each) + ", by " + each.who
                             + (each.reason.empty() ? "" : ": " + each.reason))
                + '\n';
    return text;
}

/// Does \a act with each key of \a line; all are tried.
CtlAnswer withEachKey(
    const CtlLine &line, CtlHost host, const std::string &done,
    const std::function<remote::HostCalls::Expected<void>(const std::string &key)> &act)
{
    const std::span keys = std::span(line.words).subspan(1);
    if (keys.empty())
        return tl::unexpected(CtlProblem{CtlStatus::Refused,
                                         line.verb() + " what? Name a key of qontrollerctl needs"});
    std::string text;
    CtlProblem problem{CtlStatus::Well, {}};
    for (const std::string &key : keys) {
        if (const auto result = act(key)) {
            text += readableText(key + ' ' + done) + '\n';
        } else {
            const CtlProblem last = problemOf(result.error());
            problem.status = last.status;
            problem.sentence += (problem.sentence.empty() ? "" : "\n") + last.sentence;
        }
    }
    if (problem.status == CtlStatus::Well)
        return ifKept(host, text);
    if (text.empty())
        return tl::unexpected(std::move(problem));
    std::fprintf(stderr, "qontrollerctl: %s\n", readableText(problem.sentence).c_str());
    return tl::unexpected(CtlProblem{problem.status, std::move(text), Shown::AsAnswer});
}

} // namespace

std::string untilWords(const Acknowledgement &acknowledgement)
{
    return acknowledgement.until == WallTime{}
               ? "until it changes"
               : "for " + spanInWords(acknowledgement.until - wallNow());
}

CtlAnswer showAlarms(const CtlLine &line, CtlHost host)
{
    const auto status = host.calls.alarms();
    if (!status)
        return tl::unexpected(problemOf(status.error()));
    if (!line.isJson())
        return inWords(line, *status);
    return jsonList(line.output, "alarms", status->firing, writeAlarm,
                    [&status](JsonWriter &writer) {
                        writer.key("acknowledged").beginArray();
                        for (const Acknowledgement &each : status->acknowledged)
                            writeAcknowledgement(writer, each);
                        writer.endArray();
                    });
}

CtlAnswer acknowledge(const CtlLine &line, CtlHost host)
{
    const std::string until = line.span ? "for " + formatDuration(*line.span) : "until it changes";
    return withEachKey(line, host, "is acknowledged " + until, [&](const std::string &key) {
        return host.calls.acknowledge({key, {}, line.reason, line.span});
    });
}

CtlAnswer withdrawAcknowledgement(const CtlLine &line, CtlHost host)
{
    return withEachKey(line, host, "is not acknowledged any more",
                       [&](const std::string &key) { return host.calls.withdraw(key); });
}

void writeAcknowledgement(JsonWriter &writer, const Acknowledgement &acknowledgement)
{
    writer.beginObject().key("key").value(jsonText(acknowledgement.key));
    writer.key("who").value(jsonText(acknowledgement.who));
    writer.key("reason").value(jsonText(acknowledgement.reason));
    writer.key("at").value(jsonText(isoTime(acknowledgement.at)));
    writer.key("until");
    writeTime(writer, acknowledgement.until);
    writer.endObject();
}

} // namespace qontroller
