// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/shownneed.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace qontroller::ui {

Need needOf(NeedKey key, const QString &place, const Attention &attention, TimePoint now,
            TimePoint until)
{
    const AttentionWords words = wordsOf(attention, now, until);
    std::string hostKey = keyOf(key.of, attention);
    key.kind = attention.kind;
    key.cause = attention.cause;
    return {.key = std::move(key),
            .severity = factsOf(attention.kind).severity,
            .place = place,
            .what = words.what,
            .why = words.why,
            .count = attention.count,
            .since = attention.since,
            .verbs = verbsOf(attention.kind),
            .hostKeys = {std::move(hostKey)}};
}

void sortNeeds(std::vector<Need> &needs)
{
    std::ranges::stable_sort(needs, std::greater(), [](const Need &need) {
        return std::tuple(need.severity, !need.acknowledged, need.since);
    });
}

int urgentOf(const std::vector<Need> &needs)
{
    return int(std::ranges::count_if(needs, &Need::isUrgent));
}

} // namespace qontroller::ui
