// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/mutex.h"
#include "core/queue/workqueue.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace qontroller {

/// The threads that take ids from one work queue and run attempts.
///
/// Their number can change at any time: a worker that is too many ends after its
/// attempt. A stuck one is replaced at once and ends when it returns. Thread-safe;
/// the destructor expects shutDown() or abandon() of the queue, and joins.
class WorkerPool
{
public:
    /// What a worker does with its leases, until there are none; called on its thread.
    using Work = std::function<void(Seat &)>;

    WorkerPool(WorkQueue &queue, Work work);
    ~WorkerPool();

    /// Starts or ends workers. The error says why fewer were started.
    [[nodiscard]] std::optional<std::string> setWorkers(int count);
    [[nodiscard]] int workers() const;

    /// Replaces workers whose attempt began before \a limit: marks them stuck and
    /// asks the attempts to stop. Gives the start of the oldest attempt that is
    /// left, TimePoint::max() if none is.
    TimePoint replaceStuck(TimePoint limit);
    /// Asks every attempt under way to stop.
    void stopAttempts();
    /// Waits for every worker to end. No worker starts afterwards.
    void join();

    [[nodiscard]] std::vector<WorkerRow> rows(std::size_t limit);
    /// Fills in Gauges::workers, oldestRunning, runningSum.
    void fill(Gauges &gauges);

private:
    struct Worker
    {
        Seat seat;
        std::atomic<bool> ended{false};
        std::thread thread;
    };

    void adjust() QONTROLLER_REQUIRES(m_mutex);
    void reap() QONTROLLER_REQUIRES(m_mutex);
    void start() QONTROLLER_REQUIRES(m_mutex);
    [[nodiscard]] int freeNumber() const QONTROLLER_REQUIRES(m_mutex);

    WorkQueue &m_queue;
    Work m_work;
    mutable Mutex m_mutex; // taken before the queue's
    std::vector<std::unique_ptr<Worker>> m_workers QONTROLLER_GUARDED_BY(m_mutex);
    int m_wanted QONTROLLER_GUARDED_BY(m_mutex) = 0;
    bool m_joined QONTROLLER_GUARDED_BY(m_mutex) = false;
};

} // namespace qontroller
