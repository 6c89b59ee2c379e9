// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"
#include "core/engine/observe/controllers/controllerview.h"
#include "core/engine/queue/workqueue.h"

#include <atomic>
#include <cstdint>
#include <string>

namespace qontroller {

/// Whether the service that has a controller's locks is away: a state of the controller, with
/// one back-off for all its ids.
///
/// While it is away the queue holds everything back but one id at a time, which finds out
/// whether it is back. Only the answer to such a one is news: others may have asked long ago.
/// Thread-safe.
class LockOutage
{
public:
    /// \a queue outlives it.
    explicit LockOutage(WorkQueue &queue)
        : m_queue(queue)
    {}

    /// A run that began at \a asked has found it away. How long that run should wait: 100 ms,
    /// doubling to 5 s while the outage lasts.
    [[nodiscard]] Duration meet(const std::string &error, TimePoint asked, TimePoint now);
    /// A run that began at \a asked got an answer, whatever it was.
    void answered(TimePoint asked, TimePoint now);
    [[nodiscard]] LockOutageStatus status() const;

private:
    WorkQueue &m_queue;
    std::atomic<bool> m_isAway = false; // written under m_mutex; each grant asks
    mutable Mutex m_mutex;              // taken before the queue's: what it holds back must agree
    LockOutageStatus m_status QONTROLLER_GUARDED_BY(m_mutex);
    unsigned m_tries QONTROLLER_GUARDED_BY(m_mutex) = 0; // in a row that found it away
    TimePoint m_waitEnd QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller
