// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/base/threads/clock.h"

#include <algorithm>
#include <ctime>
#include <thread>

namespace qontroller {

namespace {

constexpr Duration Century = std::chrono::hours(24) * 36525;

/// How far \a time is after \a now, a century at most: the difference might be none that counts.
template<class Time>
Duration distance(Time time, Time now)
{
    return std::clamp(time, now - Century, now + Century) - now;
}

} // namespace

WallTime Moment::wallOf(TimePoint time) const
{
    return time == TimePoint{} ? WallTime{} : wall + distance(time, now);
}

TimePoint Moment::timeOf(WallTime time) const
{
    return time == WallTime{} ? TimePoint{} : now + distance(time, wall);
}

TimePoint Moment::timeToCome(WallTime time, WallTime since) const
{
    return time != WallTime{} && wall < since ? later(now, time - since) : timeOf(time);
}

TimePoint Moment::pastOf(WallTime time) const
{
    return std::min(timeOf(time), now);
}

SteadyClock &SteadyClock::instance()
{
    static auto &clock = *new SteadyClock; // for threads that outlive all that is static
    return clock;
}

TimePoint SteadyClock::now() const
{
    timespec time{};
    ::clock_gettime(CLOCK_BOOTTIME, &time);
    return TimePoint(std::chrono::seconds(time.tv_sec) + Duration(time.tv_nsec));
}

std::chrono::steady_clock::time_point SteadyClock::onSteadyClock(TimePoint time) const
{
    using Steady = std::chrono::steady_clock;
    return time == TimePoint::max() ? Steady::time_point::max() : Steady::now() + (time - now());
}

TimePoint SteadyClock::fromSteadyClock(std::chrono::steady_clock::time_point time) const
{
    using Steady = std::chrono::steady_clock;
    return time == Steady::time_point::max() ? TimePoint::max() : now() + (time - Steady::now());
}

void SteadyClock::nap(Duration time)
{
    std::this_thread::sleep_for(time);
}

void SteadyClock::waitUntil(Condition &condition, MutexLock &lock, TimePoint deadline)
{
    if (deadline == TimePoint::max())
        return condition.wait(lock);
    condition.waitUntil(lock, onSteadyClock(wakeUp(deadline, now())));
}

TimePoint ManualClock::now() const
{
    MutexLock lock(m_mutex);
    return m_now;
}

WallTime ManualClock::wallNow() const
{
    MutexLock lock(m_mutex);
    return m_wall;
}

void ManualClock::setWall(WallTime wall)
{
    MutexLock lock(m_mutex);
    m_wall = wall;
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
        m_wall += by;
        for (Waiter *waiter : m_waiters) {
            if (waiter->deadline <= m_now && !waiter->notifying) {
                waiter->notifying = true;
                due.push_back(waiter);
            }
        }
    }
    for (Waiter *waiter : due) {
        { // A thread that waits is in wait(), or has not looked at the time yet.
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

bool ManualClock::isAwaited(TimePoint deadline) const
{
    MutexLock lock(m_mutex);
    return std::ranges::any_of(m_waiters, [deadline](const Waiter *waiter) {
        return waiter->deadline == deadline;
    });
}

} // namespace qontroller
