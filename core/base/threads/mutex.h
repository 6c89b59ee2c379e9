// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <ctime>

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

/// A mutex for critical sections of tens of nanoseconds.
///
/// A number and a futex (Drepper 2011, "Futexes Are Tricky"), so that it costs two atomic
/// operations while no thread waits. A thread that finds it taken sleeps, and the one that has it
/// may take it several times in a row while the data is in its cache: two threads that hand
/// everything to each other for each item are slower than one. But once one has waited for 1 ms
/// it is not put up for grabs: it goes to a thread that sleeps, and who comes waits (as in Go's
/// sync.Mutex). Not recursive. Clang's thread safety analysis understands it.
class QONTROLLER_ATTRIBUTE(capability("mutex")) Mutex
{
public:
    Mutex() = default;
    Mutex(const Mutex &) = delete;
    Mutex &operator=(const Mutex &) = delete;

    /// True if it had to wait.
    bool lock() QONTROLLER_ATTRIBUTE(acquire_capability())
    {
        const bool isTaken = try_lock();
        if (!isTaken)
            lockContended();
        return !isTaken;
    }
    bool try_lock() QONTROLLER_ATTRIBUTE(try_acquire_capability(true))
    {
        std::uint32_t state = Free;
        return m_state.compare_exchange_strong(state, Held, std::memory_order_acquire,
                                               std::memory_order_relaxed);
    }
    void unlock() QONTROLLER_ATTRIBUTE(release_capability())
    {
        const bool starves = m_starving.load(std::memory_order_relaxed) > 0;
        const std::uint32_t before = m_state.exchange(starves ? HandedOn : Free,
                                                      std::memory_order_release);
        if (before == HeldWithSleepers || starves)
            wakeSleeper();
    }

private:
    enum State : std::uint32_t {
        Free,
        Held,
        HeldWithSleepers, // there may be some
        HandedOn,         // to a thread that waits, which has not taken it yet
    };

    static constexpr std::chrono::milliseconds Patience{1};

    void lockContended();
    void wakeSleeper();

    std::atomic<std::uint32_t> m_state{Free};
    std::atomic<std::uint32_t> m_starving{0}; // threads that have waited for longer than Patience
};

/// Holds a Mutex for a scope.
class QONTROLLER_ATTRIBUTE(scoped_lockable) MutexLock
{
public:
    explicit MutexLock(Mutex &mutex) QONTROLLER_ATTRIBUTE(acquire_capability(mutex))
        : m_mutex(mutex)
        , m_hadToWait(mutex.lock())
    {}
    ~MutexLock() QONTROLLER_ATTRIBUTE(release_capability())
    {
        if (m_isHeld)
            m_mutex.unlock();
    }
    MutexLock(const MutexLock &) = delete;
    MutexLock &operator=(const MutexLock &) = delete;

    /// Gives the mutex up before the scope ends.
    void unlock() QONTROLLER_ATTRIBUTE(release_capability())
    {
        m_isHeld = false;
        m_mutex.unlock();
    }
    /// Takes it again after unlock().
    void lock() QONTROLLER_ATTRIBUTE(acquire_capability())
    {
        m_mutex.lock();
        m_isHeld = true;
    }

    [[nodiscard]] Mutex &mutex() const { return m_mutex; }
    /// At the construction.
    [[nodiscard]] bool hadToWait() const { return m_hadToWait; }

private:
    Mutex &m_mutex;
    const bool m_hadToWait;
    bool m_isHeld = true;
};

/// A condition variable for Mutex. Always wait in a `while`: wait() also returns
/// for no reason. What is waited for changes under the mutex; notifying needs no lock.
/// Outlives every call.
class Condition
{
public:
    void wait(MutexLock &lock);
    void waitUntil(MutexLock &lock, std::chrono::steady_clock::time_point deadline);

    void notifyOne();
    void notifyAll();

private:
    void sleep(MutexLock &lock, const timespec *deadline);
    void notify(int count);

    std::atomic<std::uint32_t> m_notifications{0}; // who saw another number need not sleep
    std::atomic<std::uint32_t> m_waiters{0};
};

} // namespace qontroller
