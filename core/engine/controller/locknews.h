// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/controller/stoprequests.h"
#include "core/engine/queue/workqueue.h"

#include <memory>

namespace qontroller {

/// What a controller's locker says without being asked, on its way to the runs and the queue.
///
/// Shared with whatever sinks the locker keeps, which may come late: a run that has ended and a
/// controller that is gone hear nothing. Nothing foreign is called, and no lock is held but
/// for some assignments. Thread-safe.
class LockNews final : public std::enable_shared_from_this<LockNews>
{
public:
    /// \a queue lives until close(), \a clock as long as the process.
    LockNews(WorkQueue &queue, std::shared_ptr<StopRequests> stops, Clock &clock)
        : m_queue(&queue)
        , m_stops(std::move(stops))
        , m_clock(clock)
    {}

    /// For one acquire().
    [[nodiscard]] std::shared_ptr<LockSink> sinkFor(Run &run, const ObjectId &id);
    /// From now on the queue hears nothing.
    void close();

private:
    class Sink;

    void freed(const ObjectId &id);

    Mutex m_mutex; // taken before the queue's
    WorkQueue *m_queue QONTROLLER_GUARDED_BY(m_mutex);
    const std::shared_ptr<StopRequests> m_stops;
    Clock &m_clock;
};

} // namespace qontroller
