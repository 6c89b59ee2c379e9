// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerctl/selecting.h"

#include "core/filter/filterparser.h"

#include <algorithm>
#include <array>
#include <functional>

namespace qontroller {

namespace {

using Less = bool (*)(const SelectedItem &, const SelectedItem &);

bool byId(const SelectedItem &a, const SelectedItem &b)
{
    return std::tie(a.controller->name, a.row->id) < std::tie(b.controller->name, b.row->id);
}

struct Order
{
    std::string_view name;
    Less less;
};

// What needs a look comes first.
constexpr std::array Orders{
    Order{"id", byId},
    Order{"state",
          [](const SelectedItem &a, const SelectedItem &b) { return a.row->state < b.row->state; }},
    Order{"attempts", [](const SelectedItem &a,
                         const SelectedItem &b) { return a.row->errors > b.row->errors; }},
    Order{"age",
          [](const SelectedItem &a, const SelectedItem &b) { return a.row->since < b.row->since; }},
};

/// Words after `items` are the filter, as if a person had typed them into the window's box.
std::string filterText(const CtlLine &line)
{
    std::string text = line.filter;
    for (std::size_t i = 1; i < line.words.size(); ++i)
        text += (text.empty() ? "" : " ") + line.words[i];
    return text;
}

CtlProblem wrongFilter(const std::string &text, const FilterError &error)
{
    return {CtlStatus::Refused, "\"" + text + "\" is no filter: at character "
                                    + std::to_string(error.position + 1) + ": " + inWords(error)};
}

} // namespace

tl::expected<SelectedItems, CtlProblem> selectItems(const CtlLine &line, const Snapshot &snapshot)
{
    const std::string text = filterText(line);
    const auto filter = parseFilter(text);
    if (!filter)
        return tl::unexpected(wrongFilter(text, filter.error()));
    const std::string key = line.sort.empty() ? "id" : line.sort;
    const auto order = std::ranges::find(Orders, key, &Order::name);
    if (order == Orders.end())
        return tl::unexpected(
            CtlProblem{CtlStatus::Refused,
                       "--sort: \"" + key + "\" is none of id, state, attempts and age"});
    SelectedItems items{snapshot.now, {}, 0};
    for (const ControllerDelta &controller : snapshot.controllers) {
        for (const ItemRow &row : controller.changed) {
            if (filter->matches({row, controller.name, snapshot.now}))
                items.shown.push_back({&controller, &row});
        }
    }
    items.total = items.shown.size();
    std::ranges::sort(items.shown, byId);
    std::ranges::stable_sort(items.shown, order->less);
    if (line.limit && *line.limit < items.shown.size())
        items.shown.resize(*line.limit);
    return items;
}

} // namespace qontroller
