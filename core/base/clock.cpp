// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/base/clock.h"

#include <algorithm>

namespace qontroller {

SteadyClock &SteadyClock::instance()
{
    static SteadyClock clock;
    return clock;
}

void SteadyClock::waitUntil(Condition &condition, MutexLock &lock, TimePoint deadline)
{
    if (deadline == TimePoint::max())
        condition.wait(lock);
    else
        condition.waitUntil(lock, deadline);
}

TimePoint ManualClock::now() const
{
    MutexLock lock(m_mutex);
    return m_now;
}

// No analysis: a lock that is passed in counts as not held.
void ManualClock::waitUntil(Condition &condition, MutexLock &lock,
                            TimePoint deadline) QONTROLLER_NO_ANALYSIS
{
    Waiter waiter{&condition, &lock.mutex(), deadline, false};
    {
        MutexLock own(m_mutex);
        if (deadline <= m_now)
            return;
        m_waiters.push_back(&waiter);
    }
    condition.wait(lock);

    // advance() takes the caller's mutex while it notifies: let go of it meanwhile.
    MutexLock own(m_mutex);
    while (waiter.notifying) {
        lock.unlock();
        m_notified.wait(own);
        own.unlock();
        lock.lock();
        own.lock();
    }
    std::erase(m_waiters, &waiter);
}

void ManualClock::advance(Duration by)
{
    std::vector<Waiter *> due;
    {
        MutexLock own(m_mutex);
        m_now += by;
        for (Waiter *waiter : m_waiters) {
            if (waiter->deadline <= m_now && !waiter->notifying) {
                waiter->notifying = true;
                due.push_back(waiter);
            }
        }
    }
    for (Waiter *waiter : due) {
        { // Whoever waits is in wait(), or has not looked at the time yet.
            MutexLock lock(*waiter->mutex);
            waiter->condition->notifyAll();
        }
        MutexLock own(m_mutex);
        waiter->notifying = false;
        m_notified.notifyAll();
    }
}

std::size_t ManualClock::waiting() const
{
    MutexLock lock(m_mutex);
    return m_waiters.size();
}

TimePoint ManualClock::nextDeadline() const
{
    MutexLock lock(m_mutex);
    TimePoint next = TimePoint::max();
    for (const Waiter *waiter : m_waiters)
        next = std::min(next, waiter->deadline);
    return next;
}

} // namespace qontroller
