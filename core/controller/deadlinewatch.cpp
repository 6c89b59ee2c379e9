// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/controller/deadlinewatch.h"

#include "core/controller/workerpool.h"

#include <algorithm>

namespace qontroller {

DeadlineWatch::DeadlineWatch(WorkerPool &pool, Clock &clock, Duration timeout)
    : m_pool(pool)
    , m_clock(clock)
    , m_timeout(timeout)
    , m_thread([this] { run(); })
{}

DeadlineWatch::~DeadlineWatch()
{
    {
        MutexLock lock(m_mutex);
        m_stopping = true;
        m_condition.notifyAll();
    }
    m_thread.join();
}

void DeadlineWatch::run()
{
    MutexLock lock(m_mutex);
    while (!m_stopping) {
        lock.unlock();
        const TimePoint now = m_clock.now();
        const TimePoint oldest = m_pool.replaceStuck(now - m_timeout);
        lock.lock();
        const TimePoint deadline = later(std::min(oldest, now), m_timeout);
        if (!m_stopping)
            m_clock.waitUntil(m_condition, lock, deadline);
    }
}

} // namespace qontroller
