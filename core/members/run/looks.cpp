// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/run/looks.h"

#include "core/base/threads/wait.h"

#include <utility>

namespace qontroller::consist {

void Looks::add(const EmployeeKey &key)
{
    {
        MutexLock lock(m_mutex);
        m_keys.insert(key);
    }
    m_came.notifyOne();
}

std::set<EmployeeKey> Looks::take(Clock &clock, TimePoint until, const std::stop_token &stop)
{
    const WakeOnStop wake(stop, m_mutex, m_came);
    MutexLock lock(m_mutex);
    while (m_keys.empty() && clock.now() < until && !stop.stop_requested())
        clock.waitUntil(m_came, lock, until);
    return std::exchange(m_keys, {});
}

} // namespace qontroller::consist
