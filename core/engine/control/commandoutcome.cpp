// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/control/commandoutcome.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace qontroller {

namespace {

using Kind = OutcomePart::Kind;

constexpr std::size_t MostResults = 3;

/// Most first.
void addCounts(OutcomeParts &parts, const std::map<std::string, std::uint64_t> &ends)
{
    std::vector<std::pair<std::string, std::uint64_t>> sorted(ends.begin(), ends.end());
    std::ranges::stable_sort(sorted, std::greater{}, [](const auto &each) { return each.second; });
    if (sorted.size() == 1 && sorted.front().second == 1)
        return parts.push_back({Kind::Said, 1, 0, sorted.front().first});
    for (std::size_t i = 0; i < std::min(MostResults, sorted.size()); ++i)
        parts.push_back({Kind::Counted, sorted[i].second, 0, sorted[i].first});
    if (sorted.size() > MostResults)
        parts.push_back({Kind::OtherResults, sorted.size() - MostResults});
}

std::string times(std::uint64_t count, std::string_view what)
{
    return std::to_string(count).append(" × ").append(what);
}

std::string inWords(const OutcomePart &part)
{
    const std::string count = std::to_string(part.count);
    switch (part.kind) {
    case Kind::Refused: return "refused";
    case Kind::Sent: return "sent";
    case Kind::Ended: return count + " of " + std::to_string(part.all) + " ended";
    case Kind::Counted: return times(part.count, part.text);
    case Kind::OtherResults: return count + (part.count == 1 ? " other result" : " other results");
    case Kind::Said: return part.text;
    case Kind::Done: return part.count == 0 ? "done" : times(part.count, "done");
    case Kind::TakenBack: return "taken back";
    case Kind::Failed: return times(part.count, "failed");
    case Kind::NotRun: return times(part.count, "not run");
    case Kind::StillRunning: return times(part.count, "still running");
    case Kind::Skipped: return count + " skipped: " + part.text;
    case Kind::Stopped: return "stopped before " + count;
    }
    return {};
}

} // namespace

OutcomeParts partsOf(const CommandOutcome &outcome)
{
    OutcomeParts parts;
    if (outcome.ended < outcome.runs)
        parts.push_back(outcome.ended == 0 ? OutcomePart{Kind::Sent}
                                           : OutcomePart{Kind::Ended, outcome.ended, outcome.runs});
    addCounts(parts, outcome.ends);
    for (const std::string &each : outcome.remarks)
        parts.push_back({Kind::Said, 0, 0, each});
    if (parts.empty())
        parts.push_back({outcome.isTaken ? Kind::Done : Kind::Sent});
    if (outcome.isTakenBack)
        parts.push_back({Kind::TakenBack});
    return parts;
}

std::string inWords(const OutcomeParts &parts)
{
    std::string words;
    for (const OutcomePart &each : parts)
        words.append(words.empty() ? "" : OutcomeSeparator).append(inWords(each));
    return words;
}

} // namespace qontroller
