// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/needs.h"

#include "app/qontrollerctl/alarmverbs.h"
#include "app/qontrollerctl/jsonanswer.h"
#include "app/qontrollerctl/texttable.h"
#include "core/base/text/duration.h"
#include "core/base/text/readabletext.h"
#include "core/engine/alarms/acknowledgements.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace qontroller {

namespace {

/// Worst first; then what nobody has seen; then newest first, and what has no begin last.
bool comesBefore(const Need &a, const Need &b)
{
    const auto order = [](const Need &need) {
        return std::tuple(need.facts().severity, !need.acknowledged, need.attention.since);
    };
    return order(a) > order(b);
}

void writeNeed(JsonWriter &writer, const Need &need, const Moment &now)
{
    const Attention &attention = need.attention;
    writer.beginObject().key("key").value(jsonText(need.key()));
    writer.key("severity").value(jsonText(name(need.facts().severity)));
    writer.key("kind").value(jsonText(need.facts().name));
    writer.key("controller").value(jsonText(need.controller));
    writer.key("what").value(jsonText(sentenceOf(attention, now)));
    writer.key("count").value(jsonNumber(attention.count));
    writer.key("seconds");
    if (attention.since == TimePoint{})
        writer.value(QJsonValue::Null);
    else
        writer.value(jsonSeconds(now.now - attention.since));
    writer.key("until");
    writeTime(writer, now.wallOf(attention.until));
    writer.key("verbs").beginArray();
    for (const QString &each : jsonText(need.facts().verbs).split(", ", Qt::SkipEmptyParts))
        writer.value(each);
    writer.endArray();
    writer.key("acknowledged");
    if (need.acknowledged)
        writeAcknowledgement(writer, *need.acknowledged);
    else
        writer.value(QJsonValue::Null);
    writer.endObject();
}

std::string whatOf(const Need &need, const Moment &now)
{
    std::string what = sentenceOf(need.attention, now);
    if (need.acknowledged)
        what = "acknowledged by " + need.acknowledged->who + ' ' + untilWords(*need.acknowledged)
               + ": " + what;
    return what;
}

} // namespace

std::vector<Need> needsOf(const StatusAnswer &status)
{
    std::vector<Need> needs = status.ofHost;
    for (const StatusLine &line : status.lines) {
        for (const Attention &each : line.attentions) {
            if (factsOf(each.kind).severity != Severity::Normal)
                needs.push_back({line.name, each});
        }
    }
    mark(needs, status.acknowledged);
    std::ranges::stable_sort(needs, comesBefore);
    return needs;
}

TextTable needTable(const std::vector<Need> &needs, const Moment &now)
{
    TextTable table({{"SEVERITY"},
                     {.name = "NEED", .fit = TextTable::Fit::Above},
                     {"SINCE", TextTable::Align::Right},
                     {"VERBS"},
                     {.name = "WHAT", .fit = TextTable::Fit::Below}});
    for (const Need &need : needs) {
        const TimePoint since = need.attention.since;
        table.add({std::string(name(need.facts().severity)), need.key(),
                   since == TimePoint{} ? "" : spanInWords(now.now - since),
                   std::string(need.facts().verbs), whatOf(need, now)});
    }
    return table;
}

CtlAnswer showNeeds(const CtlLine &line, CtlHost host)
{
    const auto status = statusOf(host);
    if (!status)
        return tl::unexpected(status.error());
    const std::vector<Need> needs = needsOf(*status);
    if (line.isJson())
        return jsonList(
            line.output, "needs", needs,
            [&status](JsonWriter &writer, const Need &need) {
                writeNeed(writer, need, status->moment());
            },
            [&status](JsonWriter &writer) {
                writer.key("operationsUnknown").value(jsonText(status->operationsUnknown));
            });
    std::string text = needs.empty()
                           ? "nothing needs a person\n"
                           : needTable(needs, status->moment()).text(widthFor(line.output));
    if (!status->operationsUnknown.empty())
        text += "Operations are not known: " + readableText(status->operationsUnknown) + '\n';
    return text;
}

} // namespace qontroller
