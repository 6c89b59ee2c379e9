// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/text/duration.h"
#include "core/base/threads/mutex.h"

#include <chrono>
#include <vector>

namespace qontroller {

/// A point on a clock that never goes back and goes on while the machine is suspended. Only
/// differences mean something; what was before the machine started may be negative.
using TimePoint = std::chrono::time_point<std::chrono::steady_clock, Duration>;

/// A point on the calendar, for times that outlive the process. That clock may be set.
using WallTime = std::chrono::time_point<std::chrono::system_clock, Duration>;

/// \a wait after \a time; the end of time if no clock counts that far.
[[nodiscard]] constexpr TimePoint later(TimePoint time, Duration wait)
{
    const bool isTooFar = wait > Duration::zero() && time > TimePoint::max() - wait;
    return isTooFar ? TimePoint::max() : time + wait;
}

/// How long \a since is ago at \a now. Zero if it is later: what happens while a thread waits for a
/// lock does so after the time that the thread has looked at.
[[nodiscard]] constexpr Duration ageOf(TimePoint since, TimePoint now)
{
    return now > since ? now - since : Duration::zero();
}

/// What both clocks say at one moment: tells one time in terms of the other. TimePoint{} and
/// WallTime{} mean never, and so they do afterwards. Nothing is further away than a century.
struct Moment
{
    TimePoint now;
    WallTime wall;

    [[nodiscard]] WallTime wallOf(TimePoint time) const;
    [[nodiscard]] TimePoint timeOf(WallTime time) const;
    /// When it is \a time, which was set \a since. Where the calendar has gone back since, as on a
    /// machine that starts without a battery for its clock, it is no longer until then than it was.
    [[nodiscard]] TimePoint timeToCome(WallTime time, WallTime since) const;
    /// A time that has been: a calendar that has gone back since puts none into the future.
    [[nodiscard]] TimePoint pastOf(WallTime time) const;
};

/// Where the engine gets the time from, so that a test can hold it in its hand.
///
/// Nothing in the engine reads a clock or sleeps by itself; it asks one of these.
/// Thread-safe.
class Clock
{
public:
    virtual ~Clock() = default;

    [[nodiscard]] virtual TimePoint now() const = 0;

    [[nodiscard]] virtual WallTime wallNow() const = 0;

    /// Both; what wallNow() says may be a little later.
    [[nodiscard]] Moment moment() const { return {now(), wallNow()}; }

    /// When \a time is on std::chrono::steady_clock, if the machine is not suspended before: for
    /// who has no other clock. TimePoint::max() stays so.
    [[nodiscard]] virtual std::chrono::steady_clock::time_point onSteadyClock(
        TimePoint time) const = 0;

    /// What \a time on std::chrono::steady_clock is here: as a caller says it who has no other
    /// clock. Its time_point::max() stays so.
    [[nodiscard]] virtual TimePoint fromSteadyClock(
        std::chrono::steady_clock::time_point time) const = 0;

    /// Waits until \a condition is notified or \a deadline has come, whichever
    /// is first; may also return for no reason, so call it in a `while`.
    /// \a lock is held on entry and on return.
    virtual void waitUntil(Condition &condition, MutexLock &lock, TimePoint deadline) = 0;

    /// Sleeps for about \a time, some microseconds; not at all where time does not pass by itself.
    virtual void nap(Duration) {}
};

/// The machine's clock that never goes back and goes on while it is suspended (CLOCK_BOOTTIME).
///
/// A thread can only sleep by the clock that stands still meanwhile: so each sleep is a short
/// one, and what came due during a suspension is seen LongestSleep after it at the latest.
class SteadyClock final : public Clock
{
public:
    static constexpr Duration LongestSleep = std::chrono::seconds(5);
    /// When a thread that falls asleep at \a now and wants to sleep until \a deadline wakes up.
    [[nodiscard]] static constexpr TimePoint wakeUp(TimePoint deadline, TimePoint now)
    {
        return deadline > now + LongestSleep ? now + LongestSleep : deadline;
    }

    /// The one that is used where none is given. Lives as long as the process.
    static SteadyClock &instance();

    [[nodiscard]] TimePoint now() const override;
    [[nodiscard]] WallTime wallNow() const override { return std::chrono::system_clock::now(); }
    [[nodiscard]] std::chrono::steady_clock::time_point onSteadyClock(
        TimePoint time) const override;
    [[nodiscard]] TimePoint fromSteadyClock(
        std::chrono::steady_clock::time_point time) const override;
    void waitUntil(Condition &condition, MutexLock &lock, TimePoint deadline) override;
    void nap(Duration time) override;
};

/// A clock that moves only when told to: for tests and simulations.
class ManualClock final : public Clock
{
public:
    [[nodiscard]] TimePoint now() const override;
    [[nodiscard]] WallTime wallNow() const override;
    [[nodiscard]] std::chrono::steady_clock::time_point onSteadyClock(TimePoint time) const override
    {
        return time;
    }
    [[nodiscard]] TimePoint fromSteadyClock(
        std::chrono::steady_clock::time_point time) const override
    {
        return time;
    }
    void waitUntil(Condition &condition, MutexLock &lock, TimePoint deadline) override;

    /// Moves both clocks forward and wakes every thread whose deadline has come.
    void advance(Duration by);
    /// Sets the calendar alone, as an administrator or a time server does; back, too.
    void setWall(WallTime wall);

    /// How many threads wait for a deadline now. Stale on return.
    [[nodiscard]] std::size_t waiting() const;

    /// The earliest deadline that a thread waits for; TimePoint::max() if none does.
    [[nodiscard]] TimePoint nextDeadline() const;
    /// Whether a thread waits for exactly \a deadline now.
    [[nodiscard]] bool isAwaited(TimePoint deadline) const;

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
    WallTime m_wall QONTROLLER_GUARDED_BY(m_mutex){std::chrono::seconds(1'767'225'600)}; // 2026
    std::vector<Waiter *> m_waiters QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller
