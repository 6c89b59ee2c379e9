// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/base/threads/mutex.h"

#include <algorithm>
#include <climits>
#include <ctime>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace qontroller {

namespace {

static_assert(sizeof(std::atomic<std::uint32_t>) == sizeof(std::uint32_t)
                  && std::atomic<std::uint32_t>::is_always_lock_free,
              "the kernel looks at the number itself");

/// Sleeps while \a word is \a expected, until it is woken or \a deadline has come (null:
/// never), or for no reason.
void sleepWhile(std::atomic<std::uint32_t> &word, std::uint32_t expected, const timespec *deadline)
{
    // Unlike FUTEX_WAIT it takes a point on the monotonic clock, which is steady_clock's.
    syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE, expected, deadline, nullptr,
            FUTEX_BITSET_MATCH_ANY);
}

void wake(std::atomic<std::uint32_t> &word, int count)
{
    syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, count);
}

} // namespace

// No analysis: what takes the mutex are the numbers themselves.
void Mutex::lockContended() QONTROLLER_NO_ANALYSIS
{
    const auto since = std::chrono::steady_clock::now();
    if (m_state.load(std::memory_order_relaxed) == HandedOn)
        sleepWhile(m_state, HandedOn, nullptr); // it is not for who has just come
    const auto isTaken = [this] {
        const std::uint32_t before = m_state.exchange(HeldWithSleepers, std::memory_order_acquire);
        return before == Free || before == HandedOn;
    };
    bool starves = false;
    while (!isTaken()) {
        if (!starves && std::chrono::steady_clock::now() - since > Patience) {
            starves = true;
            m_starving.fetch_add(1, std::memory_order_relaxed);
        }
        sleepWhile(m_state, HeldWithSleepers, nullptr);
    }
    if (starves)
        m_starving.fetch_sub(1, std::memory_order_relaxed);
}

// The mutex may be an address and nothing else by now.
void Mutex::wakeSleeper()
{
    wake(m_state, 1);
}

void Condition::wait(MutexLock &lock)
{
    sleep(lock, nullptr);
}

void Condition::waitUntil(MutexLock &lock, std::chrono::steady_clock::time_point deadline)
{
    constexpr std::int64_t Second = 1'000'000'000;
    const std::int64_t time = std::max<std::int64_t>(deadline.time_since_epoch().count(), 0);
    const timespec when{time / Second, time % Second};
    sleep(lock, &when);
}

// No analysis: a lock that is passed in counts as another one than the caller's.
void Condition::sleep(MutexLock &lock, const timespec *deadline) QONTROLLER_NO_ANALYSIS
{
    // Both before the mutex is given up: a later notification changes the number or
    // finds a waiter.
    const std::uint32_t seen = m_notifications.load(std::memory_order_relaxed);
    m_waiters.fetch_add(1, std::memory_order_relaxed);
    lock.unlock();
    sleepWhile(m_notifications, seen, deadline);
    m_waiters.fetch_sub(1, std::memory_order_relaxed);
    lock.lock();
}

void Condition::notifyOne()
{
    notify(1);
}

void Condition::notifyAll()
{
    notify(INT_MAX);
}

void Condition::notify(int count)
{
    m_notifications.fetch_add(1, std::memory_order_relaxed);
    if (m_waiters.load(std::memory_order_relaxed) > 0)
        wake(m_notifications, count);
}

} // namespace qontroller
