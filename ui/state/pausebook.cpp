// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/pausebook.h"

#include "ui/words/format.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace qontroller::ui {

namespace {

/// Of a line, without the name of its job.
std::string_view orderOf(const OperatorLine &line)
{
    const std::string_view text = line.text;
    constexpr std::string_view End = ": ";
    const auto end = text.starts_with("job ") ? text.find(End) : text.npos;
    return end == text.npos ? text : text.substr(end + End.size());
}

bool isPause(const OperatorLine &line)
{
    return !line.isRefused && orderOf(line).starts_with(factsOf(ItemVerb::Pause).name);
}

bool isOf(const OperatorLine &line, std::string_view controller, std::string_view reason)
{
    return (line.controller.empty() || line.controller == controller)
           && line.text.find(reason) != std::string::npos;
}

} // namespace

void PauseBook::take(HostId host, const OperatorLines &lines)
{
    std::deque<OperatorLine> &known = m_lines[host];
    for (const OperatorLine &line : lines) {
        // It comes again with what has come of it, and all come again from a host's next life.
        const bool isKnown = std::ranges::any_of(known, [&line](const OperatorLine &each) {
            return each.number == line.number && each.at == line.at && each.text == line.text;
        });
        if (isPause(line) && !isKnown)
            known.push_back(line);
    }
    while (known.size() > MostLines)
        known.pop_front();
}

void PauseBook::count(const Item &item)
{
    const ItemRow &row = item.row;
    if (row.state != ItemState::Paused)
        return;
    Alike alike{item.controller, row.pauseReason, row.pausedUntil, row.since};
    if (m_counting.size() >= MostAlike && !m_counting.contains(alike))
        alike = {item.controller, {}, {}, {}};
    Some &some = m_counting[alike];
    if (++some.count == 1 && alike.since != TimePoint{})
        some.first = row.id;
}

void PauseBook::look(const ItemStore &items)
{
    const bool hasMore = items.readChunk(m_next, RowsAtOnce,
                                         [this](Slot, const Item &item) { count(item); });
    m_next += RowsAtOnce;
    if (hasMore)
        return;
    m_found = std::exchange(m_counting, {});
    m_next = 0;
}

// The last that may have done it.
const OperatorLine *PauseBook::commandOf(HostId host, std::string_view name, const Alike &alike,
                                         const ObjectId &object) const
{
    const auto lines = m_lines.find(host);
    if (lines == m_lines.end() || object.empty())
        return nullptr;
    const auto found = std::find_if(lines->second.rbegin(), lines->second.rend(),
                                    [&](const OperatorLine &line) {
                                        const bool namesAll = line.idCount == line.ids.size();
                                        return line.idCount > 0 && isOf(line, name, alike.reason)
                                               && (!namesAll
                                                   || std::ranges::find(line.ids, object)
                                                          != line.ids.end());
                                    });
    return found == lines->second.rend() ? nullptr : &*found;
}

std::vector<PauseGroup> PauseBook::groupsOf(ControllerId controller, const std::string &name) const
{
    std::vector<PauseGroup> groups;
    for (const auto &[alike, some] : m_found) {
        if (alike.controller != controller)
            continue;
        const OperatorLine *by = commandOf(controller.of.host, name, alike, some.first);
        const QString who = by ? toLine(by->who) : QString();
        const auto known = std::ranges::find_if(groups, [&](const PauseGroup &each) {
            return each.who == who && each.reason == alike.reason && each.until == alike.until;
        });
        if (known == groups.end()) {
            groups.push_back(
                {who, alike.reason, alike.until, alike.since, some.count, {by ? by->number : 0}});
            continue;
        }
        known->lines.insert(by ? by->number : 0);
        known->count += some.count;
        known->since = std::min(known->since, alike.since);
    }
    std::ranges::stable_sort(groups, std::greater(), &PauseGroup::count);
    return groups;
}

const OperatorLine *PauseBook::pauseOf(ControllerId controller, std::string_view name,
                                       std::string_view reason) const
{
    const auto lines = m_lines.find(controller.of.host);
    if (lines == m_lines.end())
        return nullptr;
    const auto found = std::find_if(lines->second.rbegin(), lines->second.rend(),
                                    [&](const OperatorLine &line) {
                                        return line.idCount == 0 && isOf(line, name, reason);
                                    });
    return found == lines->second.rend() ? nullptr : &*found;
}

} // namespace qontroller::ui
