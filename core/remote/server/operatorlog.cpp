// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/server/operatorlog.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace qontroller::remote {

namespace {

constexpr std::size_t MostEarly = 1000;
constexpr std::size_t MostEnds = 50;
constexpr std::size_t MostRemarks = 5;
constexpr std::size_t MostShown = 3;

} // namespace

std::uint64_t OperatorLog::add(OperatorLine line)
{
    MutexLock lock(m_mutex);
    const std::uint64_t number = line.number = line.changed = ++m_changes;
    if (line.ticket != 0)
        m_outcomes.insert_or_assign(line.ticket, std::exchange(m_early[line.ticket], {}));
    m_early.erase(line.ticket);
    m_lines.push_back(std::move(line));
    if (m_lines.size() > Most)
        dropOldestLocked();
    return number;
}

void OperatorLog::dropOldestLocked()
{
    m_outcomes.erase(m_lines.front().ticket);
    m_lines.pop_front();
}

void OperatorLog::addEarlier(std::vector<OperatorLine> lines)
{
    MutexLock lock(m_mutex);
    for (OperatorLine &each : lines)
        each.number = each.changed = ++m_changes;
    m_lines.insert(m_lines.begin(), std::make_move_iterator(lines.begin()),
                   std::make_move_iterator(lines.end()));
    while (m_lines.size() > Most)
        dropOldestLocked();
}

void OperatorLog::note(const EventRecord &event)
{
    const bool isEnd = event.kind == EventRecord::Kind::TicketDone;
    if (event.ticket == 0 || (!isEnd && event.said.kind == Said::Kind::Taken))
        return;
    std::string words = inWords(event.said);
    MutexLock lock(m_mutex);
    const auto known = m_outcomes.find(event.ticket);
    Outcome &outcome = known == m_outcomes.end() ? m_early[event.ticket] : known->second;
    if (isEnd && (outcome.ends.contains(words) || outcome.ends.size() < MostEnds))
        outcome.ends[std::move(words)] += event.runs;
    else if (isEnd)
        outcome.ends["other results"] += event.runs;
    else if (outcome.remarks.size() < MostRemarks)
        outcome.remarks.push_back(std::move(words));
    outcome.changed = ++m_changes;
    if (m_early.size() > MostEarly)
        m_early.erase(m_early.begin());
}

std::string OperatorLog::Outcome::text() const
{
    std::vector<std::pair<std::uint64_t, std::string>> sorted;
    for (const auto &[words, count] : ends)
        sorted.emplace_back(count, words);
    std::ranges::stable_sort(sorted, std::greater{}, [](const auto &each) { return each.first; });
    std::string text;
    const auto append = [&text](const std::string &part) {
        text += (text.empty() ? "" : "; ") + part;
    };
    for (std::size_t i = 0; i < std::min(sorted.size(), MostShown); ++i) {
        const auto &[count, words] = sorted[i];
        append((sorted.size() == 1 && count == 1 ? "" : std::to_string(count) + " ") + words);
    }
    if (sorted.size() > MostShown)
        append(std::to_string(sorted.size() - MostShown) + " other results");
    for (const std::string &remark : remarks)
        append(remark);
    return text;
}

std::vector<OperatorLine> OperatorLog::lines(std::uint64_t after) const
{
    std::vector<OperatorLine> lines;
    MutexLock lock(m_mutex);
    for (const OperatorLine &each : m_lines) {
        const auto outcome = each.ticket == 0 ? m_outcomes.end() : m_outcomes.find(each.ticket);
        const bool hasOutcome = outcome != m_outcomes.end();
        const std::uint64_t changed = std::max(each.changed,
                                               hasOutcome ? outcome->second.changed : 0);
        if (changed <= after)
            continue;
        lines.push_back(each);
        lines.back().changed = changed;
        if (hasOutcome)
            lines.back().result = outcome->second.text();
    }
    return lines;
}

} // namespace qontroller::remote
