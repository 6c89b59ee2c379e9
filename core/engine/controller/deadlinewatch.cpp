// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/controller/deadlinewatch.h"

#include "core/engine/controller/workerpool.h"

#include <algorithm>

namespace qontroller {

DeadlineWatch::DeadlineWatch(WorkerPool &pool, Clock &clock, Duration timeout)
    : m_pool(pool)
    , m_clock(clock)
    , m_timeout(timeout > Duration::zero() ? timeout : Duration::max())
{}

void DeadlineWatch::start()
{
    m_thread = std::thread([this] { run(); });
}

void DeadlineWatch::stop()
{
    {
        MutexLock lock(m_mutex);
        m_stopping = true;
        m_condition.notifyAll();
    }
    if (m_thread.joinable())
        m_thread.join();
}

void DeadlineWatch::expect(TimePoint deadline)
{
    MutexLock lock(m_mutex);
    if (deadline >= m_next)
        return;
    m_next = deadline;
    m_condition.notifyAll();
}

void DeadlineWatch::run()
{
    MutexLock lock(m_mutex);
    while (!m_stopping) {
        m_next = TimePoint::max(); // what is expected from now on may be too late for this look
        lock.unlock();
        const TimePoint now = m_clock.now();
        const TimePoint earliest = std::min(m_pool.replaceStuck(), later(now, m_timeout));
        lock.lock();
        m_next = std::min(m_next, earliest);
        if (!m_stopping)
            m_clock.waitUntil(m_condition, lock, m_next);
    }
}

} // namespace qontroller
