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

} // namespace

std::uint64_t OperatorLog::add(OperatorLine line, std::uint64_t runs)
{
    MutexLock lock(m_mutex);
    const std::uint64_t number = line.number = line.changed = ++m_changes;
    if (line.ticket != 0) {
        Outcome outcome = std::exchange(m_early[line.ticket], {});
        outcome.runs = runs;
        m_outcomes.insert_or_assign(line.ticket, std::move(outcome));
    }
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
    if (event.ticket == 0)
        return;
    std::string words = inWords(event.said);
    MutexLock lock(m_mutex);
    const auto known = m_outcomes.find(event.ticket);
    Outcome &outcome = known == m_outcomes.end() ? m_early[event.ticket] : known->second;
    outcome.ended += isEnd ? event.runs : 0;
    if (!isEnd && event.said.kind == Said::Kind::Taken)
        outcome.isTaken = true;
    else if (isEnd && (outcome.ends.contains(words) || outcome.ends.size() < MostEnds))
        outcome.ends[std::move(words)] += event.runs;
    else if (isEnd)
        outcome.ends["other results"] += event.runs;
    else if (outcome.remarks.size() < MostRemarks)
        outcome.remarks.push_back(std::move(words));
    outcome.changed = ++m_changes;
    if (m_early.size() > MostEarly)
        m_early.erase(m_early.begin());
}

void OperatorLog::noteTakenBack(Ticket ticket)
{
    MutexLock lock(m_mutex);
    const auto known = m_outcomes.find(ticket);
    if (known == m_outcomes.end())
        return;
    known->second.isTakenBack = true;
    known->second.changed = ++m_changes;
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
            lines.back().result = inWords(partsOf(outcome->second));
    }
    return lines;
}

} // namespace qontroller::remote
