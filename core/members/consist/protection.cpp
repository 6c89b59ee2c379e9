// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/consist/protection.h"

#include <algorithm>
#include <optional>

namespace qontroller::consist {

namespace {

using Fates = std::span<const ItemFate>;

/// The mark that one employee's \a fates make; nothing: it is held as it is.
std::optional<Mark> markOf(Fates fates)
{
    Mark mark;
    bool isHeld = false;
    for (const ItemFate &item : fates) {
        const MarkVerdict verdict = verdictOf(item.fate, item.servesTraffic);
        if (verdict == MarkVerdict::TakeAway)
            continue;
        isHeld |= verdict == MarkVerdict::Hold;
        if (verdict == MarkVerdict::Put)
            mark.state = Mark::State::Put;
        mark.ids.emplace(item.id);
    }
    if (isHeld && mark.state == Mark::State::None)
        return std::nullopt;
    return mark;
}

/// The items at the start of \a fates that are of one employee.
Fates firstEmployee(Fates fates)
{
    const auto end = std::find_if(fates.begin(), fates.end(), [&](const auto &item) {
        return !(item.employee == fates.front().employee);
    });
    return fates.first(static_cast<std::size_t>(end - fates.begin()));
}

} // namespace

std::vector<MarkChange> marksAfter(const EmployerMarks &marks, std::vector<ItemFate> fates)
{
    std::stable_sort(fates.begin(), fates.end(),
                     [](const auto &a, const auto &b) { return a.employee < b.employee; });
    std::vector<MarkChange> changes;
    auto marked = marks.begin();
    const auto takeAwayUpTo = [&](const EmployeeKey *key) {
        for (; marked != marks.end() && (!key || marked->first < *key); ++marked)
            changes.push_back({marked->first, {}});
    };
    for (Fates rest = fates; !rest.empty();) {
        const Fates items = firstEmployee(rest);
        const EmployeeKey &employee = items.front().employee;
        rest = rest.subspan(items.size());
        takeAwayUpTo(&employee);
        const bool isMarked = marked != marks.end() && marked->first == employee;
        const Mark before = isMarked ? (marked++)->second : Mark{};
        const std::optional<Mark> after = markOf(items);
        if (after && *after != before)
            changes.push_back({employee, *after});
    }
    takeAwayUpTo(nullptr);
    return changes;
}

bool needsClaim(const EmployerMarks &marks, const EmployeeKey &employee, std::string_view id)
{
    const auto found = marks.find(employee);
    return found == marks.end() || !found->second.ids.contains(id);
}

Mark claimed(Mark mark, const MarkClaim &claim)
{
    if (mark.state == Mark::State::None || claim.condition == MarkClaim::Condition::GateClosed)
        mark.state = Mark::State::Claimed;
    mark.ids.insert(claim.id);
    return mark;
}

} // namespace qontroller::consist
