// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/base/threads/wait.h"

namespace qontroller {

WaitEnd waitUntil(Clock &clock, TimePoint deadline, const std::stop_token &stop)
{
    Mutex mutex;
    Condition stopped;
    const WakeOnStop wake(stop, mutex, stopped);
    MutexLock lock(mutex);
    while (!stop.stop_requested() && clock.now() < deadline)
        clock.waitUntil(stopped, lock, deadline);
    return stop.stop_requested() ? WaitEnd::Stopped : WaitEnd::TimeIsUp;
}

} // namespace qontroller
