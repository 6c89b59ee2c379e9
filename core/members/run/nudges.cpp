// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/run/nudges.h"

#include "core/base/threads/wait.h"

#include <utility>

namespace qontroller::consist {

void Nudges::nudge(const ObjectId &employer)
{
    {
        MutexLock lock(m_mutex);
        m_employers.insert(employer);
    }
    m_changed.notifyAll();
}

WatchEnd Nudges::watch(WatchSink &sink, const std::string &, std::stop_token stop)
{
    const WakeOnStop wake(stop, m_mutex, m_changed);
    sink.ready();
    for (;;) {
        std::set<ObjectId> employers;
        {
            MutexLock lock(m_mutex);
            while (m_employers.empty() && !stop.stop_requested())
                m_changed.wait(lock);
            if (stop.stop_requested())
                return WatchEnd::closed();
            employers = std::exchange(m_employers, {});
        }
        for (const ObjectId &employer : employers)
            sink.event(EventType::Modified, employer);
    }
}

} // namespace qontroller::consist
