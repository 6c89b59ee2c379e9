// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/server/operatorlog.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace qontroller::remote {

void OperatorLog::add(OperatorLine line)
{
    MutexLock lock(m_mutex);
    line.number = ++m_last;
    m_lines.push_back(std::move(line));
    if (m_lines.size() > Most)
        m_lines.pop_front();
}

void OperatorLog::addEarlier(std::vector<OperatorLine> lines)
{
    MutexLock lock(m_mutex);
    for (OperatorLine &each : lines)
        each.number = ++m_last;
    m_lines.insert(m_lines.begin(), std::make_move_iterator(lines.begin()),
                   std::make_move_iterator(lines.end()));
    while (m_lines.size() > Most)
        m_lines.pop_front();
}

std::vector<OperatorLine> OperatorLog::lines(std::uint64_t after) const
{
    std::vector<OperatorLine> lines;
    MutexLock lock(m_mutex);
    std::ranges::copy_if(m_lines, std::back_inserter(lines),
                         [after](const OperatorLine &each) { return each.number > after; });
    return lines;
}

} // namespace qontroller::remote
