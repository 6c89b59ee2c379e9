// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"

#include <thread>

namespace qontroller {

class WorkerPool;

/// Finds attempts that run past their deadline and has them asked to stop and replaced.
///
/// One thread that sleeps until the earliest deadline. An attempt that starts meanwhile has a
/// later one, unless the lease of its lock ends before: that has to be expected. Thread-safe,
/// but start() and stop().
class DeadlineWatch
{
public:
    /// No attempt that is not expected has a deadline before \a timeout; 0: none has one.
    DeadlineWatch(WorkerPool &pool, Clock &clock, Duration timeout);
    ~DeadlineWatch() { stop(); }

    /// Throws std::system_error.
    void start();
    /// Joins. No attempt is asked to stop any more.
    void stop();
    /// Some attempt has this deadline.
    void expect(TimePoint deadline);

private:
    void run();

    WorkerPool &m_pool;
    Clock &m_clock;
    const Duration m_timeout;
    Mutex m_mutex;
    Condition m_condition;
    TimePoint m_next QONTROLLER_GUARDED_BY(m_mutex); // when it looks again
    bool m_stopping QONTROLLER_GUARDED_BY(m_mutex) = false;
    std::thread m_thread;
};

} // namespace qontroller
