// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/stopfd.h"
#include "core/base/threads/wait.h"

#include <stop_token>

/// For calls that wait and have to return when they are asked to. One that polls descriptors adds a
/// StopFd to them.
namespace qontroller {

/// Sleeps until \a time has passed or \a stop is requested, whichever is first, and says which it
/// was: WaitEnd::TimeIsUp or WaitEnd::Stopped. Returns at once if the stop was requested before or
/// \a time is zero or less; Duration::max() is until the stop. Time goes on while the machine is
/// suspended. Any number of threads.
[[nodiscard]] inline WaitEnd sleepFor(Duration time, const std::stop_token &stop)
{
    return waitFor(SteadyClock::instance(), time, stop);
}

} // namespace qontroller
