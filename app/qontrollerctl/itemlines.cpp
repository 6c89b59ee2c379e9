// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/itemlines.h"

#include "core/base/text/duration.h"
#include "core/base/text/readabletext.h"
#include "core/engine/observe/events/shortform.h"
#include "core/engine/observe/items/itemdetail.h"
#include "core/engine/observe/items/itemmark.h"
#include "core/remote/client/selectcall.h"

#include <algorithm>

namespace qontroller {

namespace {

/// \a text behind \a title; of one with several lines each stands below it.
void addText(std::vector<std::string> &lines, std::string title, std::string_view text)
{
    if (text.find('\n') == std::string_view::npos)
        return lines.push_back(title + readableText(text));
    lines.push_back(title.substr(0, title.find_last_not_of(' ') + 1));
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        lines.push_back("    " + readableText(line));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
}

} // namespace

TextTable itemsTable(const remote::SelectAnswer &items)
{
    TextTable table({{.name = "OBJECT", .fit = TextTable::Fit::Above},
                     {"STATE"},
                     {"FOR", TextTable::Align::Right},
                     {"TRIES", TextTable::Align::Right},
                     {"NEXT"},
                     {.name = "REASON", .fit = TextTable::Fit::Below}});
    for (const auto &[controller, controllerName, row] : items.objects)
        table.add({controllerName + '/' + row.id, keyOf(name(row.state)),
                   spanInWords(items.now - row.since), std::to_string(row.errors),
                   nextTry(row, items.now), reasonOf(row)});
    return table;
}

std::string reasonOf(const ItemRow &row)
{
    if (row.state == ItemState::Held)
        return "its removal is held: keep or remove it";
    if (row.state == ItemState::Stuck)
        return "past its deadline, and still running";
    if (row.kept)
        return "kept by an operator: its source does not show it";
    if (row.state == ItemState::Paused && !row.pauseReason.empty())
        return row.pauseReason;
    return shortForm(errorOf(row));
}

std::string nextTry(const ItemRow &row, TimePoint now)
{
    if (row.nextRun == TimePoint{})
        return {};
    if (row.next != NextRun::RetryLimit)
        return comesInWords(row.nextRun - now);
    return row.nextRun <= now ? "soon" : "in about " + spanInWords(row.nextRun - now);
}

LastSaid lastSaidOf(const ItemRow &row)
{
    if (row.lastError != TimePoint{})
        return {"lastError", "the last error: ", errorOf(row)};
    // Else it is what the object waits for, or who holds its lock.
    const bool isResult = row.state != ItemState::Waiting && row.state != ItemState::WaitingForLock;
    return {"lastResult", "its handler said: ", isResult ? row.text : std::string()};
}

std::vector<std::string> whyLines(const ItemDetail &detail, TimePoint now)
{
    std::vector<std::string> lines;
    for (const Explanation &fact : detail.explanation)
        lines.push_back(readableText(inWords(fact, now)));
    if (const auto [key, title, text] = lastSaidOf(detail.row); !text.empty())
        addText(lines, title, text);
    return lines;
}

} // namespace qontroller
