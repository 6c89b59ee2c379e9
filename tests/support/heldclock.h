// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"

namespace qontroller::test {

/// A clock in the test's hand, for those that note what is asked of it.
class HeldClock : public Clock
{
public:
    TimePoint now() const override { return manual.now(); }
    WallTime wallNow() const override { return manual.wallNow(); }
    std::chrono::steady_clock::time_point onSteadyClock(TimePoint time) const override
    {
        return manual.onSteadyClock(time);
    }
    TimePoint fromSteadyClock(std::chrono::steady_clock::time_point time) const override
    {
        return manual.fromSteadyClock(time);
    }
    void waitUntil(Condition &condition, MutexLock &lock, TimePoint deadline) override
    {
        manual.waitUntil(condition, lock, deadline);
    }

    ManualClock manual;
};

} // namespace qontroller::test
