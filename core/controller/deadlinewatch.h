// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <thread>

namespace qontroller {

class WorkerPool;

/// Finds attempts that run past the handler timeout and has them replaced.
///
/// One thread that sleeps until the oldest attempt's deadline: an attempt that
/// starts meanwhile has a later one.
class DeadlineWatch
{
public:
    /// \a timeout is more than 0.
    DeadlineWatch(WorkerPool &pool, Clock &clock, Duration timeout);
    /// Joins.
    ~DeadlineWatch();

private:
    void run();

    WorkerPool &m_pool;
    Clock &m_clock;
    Duration m_timeout;
    Mutex m_mutex;
    Condition m_condition;
    bool m_stopping QONTROLLER_GUARDED_BY(m_mutex) = false;
    std::thread m_thread;
};

} // namespace qontroller
