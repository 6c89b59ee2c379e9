// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "bench.h"
#include "queueing.h"

#include "core/engine/controller/sourcetargets.h"
#include "core/engine/observe/feed/delta.h"
#include "core/engine/queue/workqueue.h"

#include <optional>
#include <string_view>

namespace qontroller::benchmarks {

/// How a run ends after which nothing stays known of its id, as in a plain queue.
inline RunResult removed()
{
    return {Outcome::done(), Ran::Remove};
}

/// A work queue without a controller, with its gate open, and in short words what source,
/// workers and front end do to it. Nothing else here knows what WorkQueue can do.
class BenchQueue
{
public:
    /// The mass-deletion guard is off.
    explicit BenchQueue(Clock &clock = SteadyClock::instance(), ControllerOptions options = {})
        : m_clock(clock)
        , m_queue(clock, withoutGuard(options))
        , m_source(m_queue, [options = withoutGuard(options)] { return options; })
    {
        list({}); // opens the gate
    }

    // The source

    void add(std::string_view id) { test::add(m_queue, id); }
    void addAfter(std::string_view id, Duration delay) { test::addAfter(m_queue, id, delay); }
    void deleted(std::string_view id) { m_source.event(EventType::Deleted, id, 0); }
    /// A complete list, passed on as a controller does it.
    void list(const std::vector<std::string> &ids)
    {
        m_source.beginList();
        ListBatch batch(m_source);
        for (const std::string &id : ids)
            batch.add(id, 0);
        batch.flush();
        m_source.endList(ListResult::complete());
        m_source.openGate();
    }
    void shutDown() { m_queue.shutDown(); }

    // The operator

    void pause(std::string_view id, TimePoint until)
    {
        m_queue.update<Orders>(
            [=](Orders &orders, TimePoint now) { orders.pauseItem(id, until, {}, now); });
    }
    void resume(std::string_view id)
    {
        m_queue.update<Orders>([=](Orders &orders, TimePoint now) { orders.resumeItem(id, now); });
    }
    void requeue(std::string_view id, Ticket ticket)
    {
        m_queue.update<Orders>(
            [=](Orders &orders, TimePoint now) { orders.requeueItem(id, ticket, now); });
    }

    // Workers

    class Worker;
    /// One worker ends \a count runs in the same way. Blocks until there are so many.
    void handle(std::size_t count, const RunResult &result);

    // What can be seen

    [[nodiscard]] std::size_t depth()
    {
        return m_queue.update<View>([](const View &view, TimePoint) { return view.depth(); });
    }
    /// Pulls until all is shown. The first time a front end is there from then on.
    void pullAll()
    {
        for (ControllerDelta delta = pull(); delta.rowsPending > 0;)
            delta = pull();
    }
    /// Does what is due, as a look at the controller does.
    void expireAll()
    {
        while (m_queue.update<View>([](View &view, TimePoint now) { return view.expire(now); })) {
        }
    }
    /// Looks through all items once, as a filter does.
    void lookThrough()
    {
        std::vector<ItemRow> rows;
        m_queue.walk<View>([&rows](const View &view, ItemTable::Walk &walk, TimePoint) {
            rows.clear();
            view.rows(walk, AllStates, rows);
        });
    }
    void detach()
    {
        m_queue.update<View>([](View &view, TimePoint) { return view.detach(Reader); });
    }
    /// How many ids are left, as when a controller stops.
    std::uint64_t report()
    {
        constexpr std::size_t MostNamed = 1000;
        Unfinished left;
        m_queue.walk<View>([&left](View &view, ItemTable::Walk &walk, TimePoint) {
            view.countUnfinished(walk, MostNamed, left);
        });
        return left.count;
    }

private:
    static ControllerOptions withoutGuard(ControllerOptions options)
    {
        options.massDeletionGuard = false;
        return options;
    }
    ControllerDelta pull()
    {
        ControllerDelta delta;
        std::size_t room = DeltaBytes;
        while (m_queue.update<View>([&](View &view, TimePoint) {
            return view.collect(Reader, Reads::Everything, delta, room);
        })) {
        }
        return delta;
    }

    static constexpr ReaderId Reader = 1;
    Clock &m_clock;
    WorkQueue m_queue;
    PrimaryTarget m_source;
};

/// For one thread; ends before its queue.
class BenchQueue::Worker
{
public:
    explicit Worker(BenchQueue &queue, std::size_t number = 0)
        : m_queue(queue)
    {
        m_seat.number = static_cast<int>(number) + 1;
    }
    /// Ends the run, if there is one, and takes the next id. False: there will be none.
    bool next(RunResult result = removed())
    {
        if (m_lease)
            m_queue.m_queue.exchange(m_lease, std::move(result), m_queue.m_clock.now());
        else
            m_lease = m_queue.m_queue.take(m_seat);
        return m_lease.has_value();
    }
    void finish(RunResult result = removed())
    {
        m_lease->finish(std::move(result));
        m_lease.reset();
    }
    /// Of the run.
    [[nodiscard]] std::string_view id() const { return m_lease->id(); }

private:
    BenchQueue &m_queue;
    Seat m_seat;
    std::optional<Lease> m_lease;
};

inline void BenchQueue::handle(std::size_t count, const RunResult &result)
{
    Worker worker(*this);
    for (std::size_t i = 0; i < count; ++i)
        worker.next(result);
    worker.finish(result);
}

} // namespace qontroller::benchmarks
