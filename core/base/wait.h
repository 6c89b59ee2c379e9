// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

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

} // namespace qontroller
