// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/base/threads/mutex.h"

#include <stop_token>

namespace qontroller {

enum class WaitEnd : unsigned char {
    TimeIsUp,
    Stopped,
};

/// Waits until \a clock says \a deadline or \a stop is requested, whichever is first.
/// TimePoint::max() is for ever. Any number of threads.
WaitEnd waitUntil(Clock &clock, TimePoint deadline, const std::stop_token &stop);

/// … until \a wait has passed.
inline WaitEnd waitFor(Clock &clock, Duration wait, const std::stop_token &stop)
{
    return waitUntil(clock, later(clock.now(), wait), stop);
}

/// Wakes all who wait for a condition when a stop is requested, for as long as it lives.
///
/// The caller makes it before locking the mutex, for it locks the mutex itself: at once when the
/// stop was requested already. Its end waits for a wake-up under way.
class WakeOnStop
{
public:
    WakeOnStop(const std::stop_token &stop, Mutex &mutex, Condition &condition)
        : m_callback(stop, Wake{mutex, condition})
    {}

private:
    struct Wake
    {
        Mutex &mutex;
        Condition &condition;
        void operator()() const
        {
            MutexLock lock(mutex); // else it could be missed between the question and the sleep
            condition.notifyAll();
        }
    };

    const std::stop_callback<Wake> m_callback;
};

} // namespace qontroller
