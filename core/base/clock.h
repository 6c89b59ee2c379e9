// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/duration.h"
#include "core/base/mutex.h"

#include <chrono>
#include <vector>

namespace qontroller {

/// A point on a clock that never goes back. Only differences mean something.
using TimePoint = std::chrono::time_point<std::chrono::steady_clock, Duration>;

/// \a wait after \a time; the end of time if no clock counts that far.
[[nodiscard]] constexpr TimePoint later(TimePoint time, Duration wait)
{
    return wait > TimePoint::max() - time ? TimePoint::max() : time + wait;
}

/// Where the engine gets the time from, so that a test can hold it in its hand.
///
/// Nothing in the engine reads a clock or sleeps by itself; it asks one of these.
/// Thread-safe.
class Clock
{
public:
    virtual ~Clock() = default;

    [[nodiscard]] virtual TimePoint now() const = 0;

    /// Waits until \a condition is notified or \a deadline has come, whichever
    /// is first; may also return for no reason, so call it in a `while`.
    /// \a lock is held on entry and on return.
    virtual void waitUntil(Condition &condition, MutexLock &lock, TimePoint deadline) = 0;
};

/// The machine's monotonic clock.
class SteadyClock final : public Clock
{
public:
    /// The one that is used where none is given. Lives as long as the process.
    static SteadyClock &instance();

    [[nodiscard]] TimePoint now() const override { return std::chrono::steady_clock::now(); }
    void waitUntil(Condition &condition, MutexLock &lock, TimePoint deadline) override;
};

/// A clock that moves only when told to: for tests and simulations.
class ManualClock final : public Clock
{
public:
    [[nodiscard]] TimePoint now() const override;
    void waitUntil(Condition &condition, MutexLock &lock, TimePoint deadline) override;

    /// Moves time forward and wakes everybody whose deadline has come.
    void advance(Duration by);

    /// How many threads wait for a deadline now. Stale on return.
    [[nodiscard]] std::size_t waiting() const;

    /// The earliest deadline that somebody waits for; TimePoint::max() if nobody does.
    [[nodiscard]] TimePoint nextDeadline() const;

private:
    struct Waiter
    {
        Condition *condition = nullptr;
        Mutex *mutex = nullptr;
        TimePoint deadline;
        bool notifying = false; // advance() still uses them: the waiter must not leave
    };

    mutable Mutex m_mutex;
    Condition m_notified;
    TimePoint m_now QONTROLLER_GUARDED_BY(m_mutex){std::chrono::hours(1)};
    std::vector<Waiter *> m_waiters QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller
