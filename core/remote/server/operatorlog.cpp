// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/server/operatorlog.h"

#include <iterator>
#include <utility>

namespace qontroller::remote {

void OperatorLog::add(OperatorLine line)
{
    MutexLock lock(m_mutex);
    m_lines.push_back(std::move(line));
    if (m_lines.size() > Most)
        m_lines.pop_front();
}

void OperatorLog::addEarlier(std::vector<OperatorLine> lines)
{
    MutexLock lock(m_mutex);
    m_lines.insert(m_lines.begin(), std::make_move_iterator(lines.begin()),
                   std::make_move_iterator(lines.end()));
    while (m_lines.size() > Most)
        m_lines.pop_front();
}

std::vector<OperatorLine> OperatorLog::lines() const
{
    MutexLock lock(m_mutex);
    return {m_lines.begin(), m_lines.end()};
}

} // namespace qontroller::remote
