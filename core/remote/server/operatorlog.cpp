// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/server/operatorlog.h"

#include <utility>

namespace qontroller::remote {

void OperatorLog::add(OperatorEntry entry)
{
    MutexLock lock(m_mutex);
    m_entries.push_back(std::move(entry));
    if (m_entries.size() > Most)
        m_entries.pop_front();
}

std::vector<OperatorEntry> OperatorLog::entries() const
{
    MutexLock lock(m_mutex);
    return {m_entries.begin(), m_entries.end()};
}

} // namespace qontroller::remote
