// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/consist/compare.h"

#include <algorithm>
#include <optional>
#include <string>

namespace qontroller::consist {

namespace {

bool isBefore(const AnyItem &a, const AnyItem &b)
{
    return a.id < b.id;
}

/// Sorts \a items; what is wrong with them.
std::optional<Error> bringInOrder(std::vector<AnyItem> &items, const std::string &which)
{
    if (!std::is_sorted(items.begin(), items.end(), isBefore))
        std::stable_sort(items.begin(), items.end(), isBefore);
    const auto twin = std::adjacent_find(items.begin(), items.end(),
                                         [](const auto &a, const auto &b) { return a.id == b.id; });
    if (!items.empty() && items.front().id.empty())
        return Error("one of the " + which + " items has no id");
    if (twin != items.end())
        return Error("two of the " + which + " items have the id \"" + std::string(twin->id) + '"');
    const auto nameless = std::find_if(items.begin(), items.end(),
                                       [](const auto &one) { return one.name.empty(); });
    if (nameless != items.end()) {
        return Error("of the " + which + " items the one with the id \"" + std::string(nameless->id)
                     + "\" has no name");
    }
    return std::nullopt;
}

void addPair(const AnyItem &should, const AnyItem &is, const ItemsEqual &isEqual,
             Difference &difference)
{
    if (isEqual(should, is)) {
        difference.unchanged.push_back(should);
        difference.found.push_back(is);
        return;
    }
    difference.update.push_back(should);
    difference.outdated.push_back(is);
}

} // namespace

tl::expected<Difference, Error> compare(std::vector<AnyItem> expected, std::vector<AnyItem> current,
                                        const ItemsEqual &isEqual)
{
    if (auto wrong = bringInOrder(expected, "expected"))
        return tl::unexpected(std::move(*wrong));
    if (auto wrong = bringInOrder(current, "current"))
        return tl::unexpected(std::move(*wrong));
    Difference difference;
    auto is = current.begin();
    for (const AnyItem &should : expected) {
        for (; is != current.end() && isBefore(*is, should); ++is)
            difference.remove.push_back(*is);
        if (is == current.end() || isBefore(should, *is))
            difference.create.push_back(should);
        else
            addPair(should, *is++, isEqual, difference);
    }
    difference.remove.insert(difference.remove.end(), is, current.end());
    return difference;
}

} // namespace qontroller::consist
