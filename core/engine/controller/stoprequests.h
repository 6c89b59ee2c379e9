// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/ownedthread.h"
#include "core/engine/observe/controllers/foreigncall.h"

#include <deque>
#include <list>
#include <memory>
#include <stop_token>
#include <vector>

namespace qontroller {

/// Asks calls to stop, on threads of its own.
///
/// `request_stop()` runs what a plugin registered on its stop token, and that may
/// block for ever. So each request has a thread to itself: one is made at the start,
/// and one more whenever all are in a request; without memory for another the rest
/// wait for the first that returns. Shared, since a lock may be lost late. Thread-safe.
class StopRequests final : public std::enable_shared_from_this<StopRequests>
{
public:
    /// \a clock outlives it.
    explicit StopRequests(Clock &clock)
        : m_clock(clock)
    {}

    /// Makes the first thread; throws std::system_error. While a request runs it shares
    /// the ownership of \a owner, whose parts the callbacks may touch.
    void start(std::weak_ptr<const void> owner);
    /// Asks, soon. \a id is for running(). Ignored before start() and after end().
    void request(std::stop_source source, ObjectId id = {});
    /// Callbacks that have not returned.
    [[nodiscard]] std::vector<RunningCall> running() const;
    /// Takes no more requests, and waits for its threads, but not beyond \a deadline.
    void end(TimePoint deadline);

private:
    struct Request
    {
        std::stop_source source;
        ObjectId id;
        TimePoint since;
    };

    void addThread() QONTROLLER_REQUIRES(m_mutex);
    void work();

    Clock &m_clock;
    mutable Mutex m_mutex;
    Condition m_changed;
    std::weak_ptr<const void> m_owner QONTROLLER_GUARDED_BY(m_mutex);
    std::deque<Request> m_waiting QONTROLLER_GUARDED_BY(m_mutex);
    std::list<Request> m_running QONTROLLER_GUARDED_BY(m_mutex);
    std::vector<OwnedThread> m_threads QONTROLLER_GUARDED_BY(m_mutex);
    std::size_t m_free QONTROLLER_GUARDED_BY(m_mutex) = 0; // threads that are in no request
    bool m_takes QONTROLLER_GUARDED_BY(m_mutex) = false;
};

} // namespace qontroller
