// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/itemlines.h"

#include "app/cli/readabletext.h"
#include "core/base/duration.h"
#include "core/observe/itemdetail.h"
#include "core/observe/itemmark.h"
#include "core/remote/client/selectcall.h"

namespace qontroller {

Table itemsTable(const remote::SelectAnswer &items)
{
    Table table({{"OBJECT"},
                 {"STATE"},
                 {"FOR", Table::Align::Right},
                 {"TRIES", Table::Align::Right},
                 {"NEXT"},
                 {"REASON"}});
    for (const auto &[controller, controllerName, row] : items.objects)
        table.add({controllerName + '/' + row.id, keyOf(name(row.state)),
                   spanInWords(items.now - row.since), std::to_string(row.errors),
                   nextTry(row, items.now), reasonOf(row)});
    return table;
}

std::string reasonOf(const ItemRow &row)
{
    if (row.state == ItemState::Held)
        return "its removal is held: confirm or refuse it";
    if (row.state == ItemState::Stuck)
        return "past its deadline, and still running";
    if (row.kept)
        return "kept by an operator: its source does not show it";
    if (row.state == ItemState::Paused && !row.pauseReason.empty())
        return row.pauseReason;
    return errorOf(row);
}

std::string nextTry(const ItemRow &row, TimePoint now)
{
    if (row.nextRun == TimePoint{})
        return {};
    return row.nextRun <= now ? "now" : "in " + spanInWords(row.nextRun - now);
}

LastWords lastWordsOf(const ItemRow &row)
{
    if (row.lastError != TimePoint{})
        return {"lastError", "the last error: ", errorOf(row)};
    const bool isResult = row.state != ItemState::Waiting; // else it is what the object waits for
    return {"lastResult", "its handler said: ", isResult ? row.text : std::string()};
}

std::vector<std::string> whyLines(const ItemDetail &detail, TimePoint now)
{
    std::vector<std::string> lines;
    for (const Explanation &fact : detail.explanation)
        lines.push_back(readableText(inWords(fact, now)));
    if (const auto [key, title, text] = lastWordsOf(detail.row); !text.empty())
        lines.push_back(title + readableText(text));
    return lines;
}

} // namespace qontroller
