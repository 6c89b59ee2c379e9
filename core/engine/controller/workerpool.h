// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/ownedthread.h"
#include "core/engine/controller/incidents.h"
#include "core/engine/controller/stoprequests.h"
#include "core/engine/queue/workqueue.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace qontroller {

/// The threads that take ids from one work queue and run attempts.
///
/// Their number can change at any time: while there are too many, each that ends its
/// attempt ends itself. A stuck one is replaced at once and ends when it returns; but
/// no more than as many as are wanted, or 4, are replaced at a time, so that a handler
/// that always hangs does not start threads without end: the next ones keep their places.
/// A thread that cannot be started is a shortage of the host.
/// Thread-safe; join() comes before the destructor.
class WorkerPool
{
public:
    /// What a worker does with its leases, until there are none; called on its thread.
    using Work = std::function<void(Seat &)>;
    /// Gives what a worker's thread owns until it returns: this pool among it.
    using Owner = std::function<std::shared_ptr<const void>()>;

    WorkerPool(WorkQueue &queue, Incidents &incidents, StopRequests &stops, Owner owner, Work work);

    /// Starts or ends workers. The error says why fewer were started.
    [[nodiscard]] std::optional<std::string> setWorkers(int count);
    [[nodiscard]] int workers() const;

    /// Marks attempts whose deadline has passed stuck, asks them to stop and replaces
    /// their workers, as far as there may be more. When to look again: at the earliest
    /// deadline, or soon if a worker could not be replaced; TimePoint::max(): never.
    TimePoint replaceStuck();
    /// Asks every attempt under way to stop, or the release of its lock.
    void stopAttempts();
    /// … for an id that another host owns.
    void stopDisowned();
    /// Waits for every worker to end, but not beyond \a deadline: then those that do not
    /// return are left to themselves. No worker starts afterwards.
    void join(Clock &clock, TimePoint deadline);

    /// The calls that workers are in.
    [[nodiscard]] std::vector<RunningCall> running();
    /// Fills in Gauges::workers, locksHeld, stuckInPlace, oldestRunning, runningSum, appends to
    /// \a rows, and calls \a look in the same hold of the queue's lock.
    void fill(Gauges &gauges, std::vector<WorkerRow> &rows, std::size_t mostRows,
              const std::function<void(View &, TimePoint)> &look);

private:
    /// So many stuck workers are replaced at a time, however few are wanted.
    static constexpr int FewestReplaced = 4;
    /// Threads that are started for one hold of the lock: some 60 µs each.
    static constexpr int StartedAtOnce = 4;
    /// When those that are not replaced are looked at again.
    static constexpr Duration LookAgain = std::chrono::seconds(30);

    struct Worker
    {
        Seat seat;
        OwnedThread thread;
    };
    struct Asked
    {
        std::shared_ptr<Run> run;
        ObjectId id;
    };

    /// Ends those that are too many and starts those that lack; gives why it could not.
    [[nodiscard]] std::optional<std::string> adjust() QONTROLLER_EXCLUDES(m_mutex);
    /// … no more than StartedAtOnce. Whether there are more to start.
    [[nodiscard]] bool startSome() QONTROLLER_REQUIRES(m_mutex);
    void meetShortage(const std::string &why) QONTROLLER_EXCLUDES(m_mutex);
    [[nodiscard]] std::vector<Seat *> seats() const QONTROLLER_REQUIRES(m_mutex);
    void sayWhetherAllAreReplaced(bool are) QONTROLLER_REQUIRES(m_mutex);
    /// The attempts under way for whose item `isMeant(const Door &, const Item &)`.
    template<class Door, class IsMeant>
    [[nodiscard]] std::vector<Asked> attempts(IsMeant isMeant) QONTROLLER_EXCLUDES(m_mutex);
    void start() QONTROLLER_REQUIRES(m_mutex);
    [[nodiscard]] int freeNumber() const QONTROLLER_REQUIRES(m_mutex);

    WorkQueue &m_queue;
    Incidents &m_incidents;
    StopRequests &m_stops;
    const Owner m_owner;
    const Work m_work;
    mutable Mutex m_mutex; // taken before the queue's
    std::vector<std::unique_ptr<Worker>> m_workers QONTROLLER_GUARDED_BY(m_mutex);
    int m_wanted QONTROLLER_GUARDED_BY(m_mutex) = 0;
    bool m_joined QONTROLLER_GUARDED_BY(m_mutex) = false;     // the list does not change any more
    bool m_allReplaced QONTROLLER_GUARDED_BY(m_mutex) = true; // as last said in the event ring
};

} // namespace qontroller
