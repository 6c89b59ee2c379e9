// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <mutex>

#if defined(__clang__)
#    define QONTROLLER_ATTRIBUTE(x) __attribute__((x))
#else
#    define QONTROLLER_ATTRIBUTE(x)
#endif
#define QONTROLLER_GUARDED_BY(mutex) QONTROLLER_ATTRIBUTE(guarded_by(mutex))
#define QONTROLLER_REQUIRES(...) QONTROLLER_ATTRIBUTE(requires_capability(__VA_ARGS__))
/// For what is right and beyond the analysis; say why beside it.
#define QONTROLLER_NO_ANALYSIS QONTROLLER_ATTRIBUTE(no_thread_safety_analysis)
#define QONTROLLER_EXCLUDES(...) QONTROLLER_ATTRIBUTE(locks_excluded(__VA_ARGS__))

namespace qontroller {

/// A mutex that Clang's thread safety analysis understands.
///
/// libstdc++'s has no attributes. This one also tries for a moment before it
/// sleeps: critical sections here are tens of nanoseconds, a futex sleep is
/// thousands.
class QONTROLLER_ATTRIBUTE(capability("mutex")) Mutex
{
public:
    void lock() QONTROLLER_ATTRIBUTE(acquire_capability())
    {
        for (int i = 0; i < SpinsBeforeSleep; ++i) {
            if (m_mutex.try_lock())
                return;
            relax();
        }
        m_mutex.lock();
    }
    bool try_lock() QONTROLLER_ATTRIBUTE(try_acquire_capability(true)) { return m_mutex.try_lock(); }
    void unlock() QONTROLLER_ATTRIBUTE(release_capability()) { m_mutex.unlock(); }

    /// What a thread does between two looks when it spins.
    static void relax()
    {
#if defined(__x86_64__) || defined(__i386__)
        __builtin_ia32_pause();
#endif
    }

private:
    friend class MutexLock;

    static constexpr int SpinsBeforeSleep = 100;

    std::mutex m_mutex;
};

/// Holds a Mutex for a scope.
class QONTROLLER_ATTRIBUTE(scoped_lockable) MutexLock
{
public:
    explicit MutexLock(Mutex &mutex) QONTROLLER_ATTRIBUTE(acquire_capability(mutex))
        : m_owner(mutex)
    {
        mutex.lock();
        m_lock = std::unique_lock(mutex.m_mutex, std::adopt_lock);
    }
    ~MutexLock() QONTROLLER_ATTRIBUTE(release_capability()) = default;
    MutexLock(const MutexLock &) = delete;
    MutexLock &operator=(const MutexLock &) = delete;

    /// Gives the mutex up before the scope ends.
    void unlock() QONTROLLER_ATTRIBUTE(release_capability()) { m_lock.unlock(); }
    /// Takes it again after unlock().
    void lock() QONTROLLER_ATTRIBUTE(acquire_capability())
    {
        m_owner.lock();
        m_lock = std::unique_lock(m_owner.m_mutex, std::adopt_lock);
    }

    [[nodiscard]] Mutex &mutex() const { return m_owner; }

private:
    friend class Condition;

    Mutex &m_owner;
    std::unique_lock<std::mutex> m_lock;
};

/// A condition variable for Mutex. Always wait in a `while`.
class Condition
{
public:
    void wait(MutexLock &lock) { m_condition.wait(lock.m_lock); }

    template<class TimePoint>
    void waitUntil(MutexLock &lock, TimePoint deadline)
    {
        m_condition.wait_until(lock.m_lock, deadline);
    }

    void notifyOne() { m_condition.notify_one(); }
    void notifyAll() { m_condition.notify_all(); }

private:
    std::condition_variable m_condition;
};

} // namespace qontroller
