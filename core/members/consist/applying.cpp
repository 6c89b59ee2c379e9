// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/consist/applying.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace qontroller::consist {

namespace {

/// What an adapter forgot to say about an item.
constexpr const char *NothingSaid = "the adapter did not say what became of it";

/// What \a applied says of one call with \a batch, each item in one list.
void count(std::span<const AnyItem> batch, Applied &applied, Tally &tally)
{
    const std::unordered_set<std::string_view> succeeded(applied.succeeded.begin(),
                                                         applied.succeeded.end());
    std::unordered_map<std::string_view, const std::string *> failed;
    for (const ItemFailure &failure : applied.failed)
        failed.emplace(failure.id, &failure.error);
    for (const AnyItem &item : batch) {
        const auto failure = failed.find(item.id);
        if (failure == failed.end() && succeeded.contains(item.id)) {
            tally.succeeded.push_back(item);
            continue;
        }
        tally.failed.push_back(item);
        if (failure != failed.end())
            tally.why.push_back({std::string(item.id), *failure->second});
        else if (!applied.error && applied.lookAgain <= Duration::zero())
            tally.why.push_back({std::string(item.id), NothingSaid});
    }
}

} // namespace

void noteLookAgain(Duration lookAgain, Tally &tally)
{
    if (lookAgain <= Duration::zero())
        return;
    const bool isFirst = tally.lookAgain == Duration::zero();
    tally.lookAgain = isFirst ? lookAgain : std::min(tally.lookAgain, lookAgain);
}

Tally applyAll(std::span<const AnyItem> items, ConsistOptions::Batching batching, const Call &call)
{
    Tally tally;
    BatchSize size;
    while (!items.empty() && !tally.error) {
        const bool isWhole = batching == ConsistOptions::Batching::Whole;
        const auto batch = items.first(isWhole ? items.size()
                                               : std::min(size.next(), items.size()));
        items = items.subspan(batch.size());
        const std::size_t failures = tally.why.size();
        Applied applied = call(batch);
        count(batch, applied, tally);
        noteLookAgain(applied.lookAgain, tally);
        tally.error = std::move(applied.error);
        if (tally.why.size() > failures)
            size.noteFailure();
        size.noteCall();
    }
    tally.failed.insert(tally.failed.end(), items.begin(), items.end());
    return tally;
}

} // namespace qontroller::consist
