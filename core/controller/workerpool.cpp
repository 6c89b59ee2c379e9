// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/controller/workerpool.h"

#include <algorithm>
#include <system_error>

// The lambdas below run while their function holds m_mutex; the analysis looks at
// each by itself, hence QONTROLLER_NO_ANALYSIS.
namespace qontroller {

WorkerPool::WorkerPool(WorkQueue &queue, Incidents &incidents, StopRequests &stops, Owner owner,
                       Work work)
    : m_queue(queue)
    , m_incidents(incidents)
    , m_stops(stops)
    , m_owner(std::move(owner))
    , m_work(std::move(work))
{}

std::optional<std::string> WorkerPool::setWorkers(int count)
{
    MutexLock lock(m_mutex);
    if (m_joined)
        return "too late: it has stopped";
    m_wanted = count;
    const auto why = adjust();
    if (!why)
        return std::nullopt;
    m_wanted = count - static_cast<int>(m_queue.keepSeats(seats(), count));
    const std::string problem = "only " + std::to_string(m_wanted) + " of " + std::to_string(count)
                                + " workers could be started: " + *why;
    lock.unlock();
    meetShortage(*why);
    return problem;
}

int WorkerPool::workers() const
{
    MutexLock lock(m_mutex);
    return m_wanted;
}

std::optional<std::string> WorkerPool::adjust()
{
    if (m_joined)
        return std::nullopt;
    std::erase_if(m_workers, [](const auto &worker) { return worker->thread.hasEnded(); });
    try {
        for (auto missing = m_queue.keepSeats(seats(), m_wanted); missing > 0; --missing)
            start();
    } catch (const std::system_error &error) {
        return error.code().message();
    }
    return std::nullopt;
}

void WorkerPool::meetShortage(const std::string &why)
{
    const TimePoint now = m_queue.update([](Schedule &, TimePoint at) { return at; });
    static_cast<void>(m_incidents.meetShortage("no thread for another worker: " + why, now));
}

std::vector<Seat *> WorkerPool::seats() const
{
    std::vector<Seat *> seats;
    for (const auto &worker : m_workers)
        seats.push_back(&worker->seat);
    return seats;
}

void WorkerPool::start()
{
    auto worker = std::make_unique<Worker>();
    worker->seat.number = freeNumber();
    m_workers.reserve(m_workers.size() + 1);
    worker->thread = OwnedThread(m_owner(), [this, &seat = worker->seat] { m_work(seat); });
    m_workers.push_back(std::move(worker));
}

int WorkerPool::freeNumber() const
{
    std::vector<bool> taken(m_workers.size() + 2, false);
    taken[0] = true;
    for (const auto &worker : m_workers) {
        const auto number = static_cast<std::size_t>(worker->seat.number);
        if (number < taken.size())
            taken[number] = true;
    }
    return static_cast<int>(std::ranges::find(taken, false) - taken.begin());
}

TimePoint WorkerPool::replaceStuck(TimePoint limit)
{
    std::vector<Asked> stuck;
    MutexLock lock(m_mutex);
    const TimePoint oldest = m_queue.update(
        [&](Schedule &schedule, TimePoint now)
            QONTROLLER_NO_ANALYSIS { return markStuck(schedule, limit, now, stuck); });
    const auto why = adjust(); // if no thread is to be had the next call tries again
    lock.unlock();
    if (why)
        meetShortage(*why);
    ask(stuck);
    return oldest;
}

TimePoint WorkerPool::markStuck(Schedule &schedule, TimePoint limit, TimePoint now,
                                std::vector<Asked> &stuck)
{
    TimePoint oldest = TimePoint::max();
    int mayLeave = mayReplace();
    int stuckInPlace = 0;
    for (const auto &worker : m_workers) {
        Seat &seat = worker->seat;
        if (!seat.run)
            continue;
        if (!seat.item->isStuck() && seat.run->startedAt() > limit) {
            oldest = std::min(oldest, seat.run->startedAt());
            continue;
        }
        if (!seat.item->isStuck()) {
            schedule.markStuck(*seat.item, now);
            stuck.push_back({seat.run->shared_from_this(), ObjectId(seat.item->id())});
        }
        if (!seat.leaving && mayLeave > 0) {
            seat.leaving = true;
            --mayLeave;
        }
        stuckInPlace += !seat.leaving;
    }
    sayWhetherAllAreReplaced(schedule, stuckInPlace, now);
    return oldest;
}

int WorkerPool::mayReplace() const
{
    constexpr int Fewest = 4;
    const auto replaced = std::ranges::count_if(m_workers, [](const auto &worker) {
        const Seat &seat = worker->seat;
        return seat.leaving && seat.item && seat.item->isStuck();
    });
    return std::max(Fewest, m_wanted) - static_cast<int>(replaced);
}

void WorkerPool::sayWhetherAllAreReplaced(Schedule &schedule, int stuckInPlace, TimePoint now)
{
    if (m_allReplaced && stuckInPlace > 0) {
        schedule.log(EventRecord::Kind::Stuck, {}, Said::Kind::NoReplacements, now);
    }
    m_allReplaced = stuckInPlace == 0;
}

void WorkerPool::stopAttempts()
{
    std::vector<Asked> running;
    {
        MutexLock lock(m_mutex);
        m_queue.update([&](Schedule &, TimePoint) QONTROLLER_NO_ANALYSIS {
            for (const auto &worker : m_workers) {
                const Seat &seat = worker->seat;
                if (seat.run)
                    running.push_back({seat.run->shared_from_this(), ObjectId(seat.item->id())});
            }
        });
    }
    ask(running);
}

void WorkerPool::ask(const std::vector<Asked> &runs)
{
    for (const auto &[run, id] : runs)
        m_stops.request(run->stop(), id);
}

// No analysis: once m_joined is true nothing else changes the list, and the threads are
// this function's alone.
void WorkerPool::join(Clock &clock, TimePoint deadline) QONTROLLER_NO_ANALYSIS
{
    {
        MutexLock lock(m_mutex);
        m_wanted = 0;
        m_joined = true;
        static_cast<void>(m_queue.keepSeats(seats(), 0));
    }
    for (const auto &worker : m_workers)
        static_cast<void>(worker->thread.join(clock, deadline));
    MutexLock lock(m_mutex);
    std::erase_if(m_workers, [](const auto &worker) { return worker->thread.hasEnded(); });
}

std::vector<WorkerRow> WorkerPool::rows(std::size_t limit)
{
    std::vector<WorkerRow> rows;
    MutexLock lock(m_mutex);
    m_queue.update([&](Schedule &, TimePoint now) QONTROLLER_NO_ANALYSIS {
        for (const auto &worker : m_workers) {
            if (rows.size() == limit)
                break;
            const Seat &seat = worker->seat;
            WorkerRow row{seat.number, {}, {}, seat.done, seat.busy, false};
            if (seat.run) {
                row.id = ObjectId(seat.item->id());
                row.since = seat.run->startedAt();
                row.busy += now - row.since;
                row.stuck = seat.item->isStuck();
            }
            rows.push_back(std::move(row));
        }
    });
    return rows;
}

std::vector<RunningCall> WorkerPool::running()
{
    std::vector<RunningCall> calls;
    MutexLock lock(m_mutex);
    m_queue.update([&](Schedule &, TimePoint) QONTROLLER_NO_ANALYSIS {
        for (const auto &worker : m_workers) {
            const Seat &seat = worker->seat;
            if (!seat.run)
                continue;
            calls.push_back(seat.run->call());
            calls.back().id = ObjectId(seat.item->id());
        }
    });
    return calls;
}

void WorkerPool::fill(Gauges &gauges, const std::function<void(Schedule &, TimePoint)> &look)
{
    MutexLock lock(m_mutex);
    gauges.workers = m_wanted;
    m_queue.update([&](Schedule &schedule, TimePoint now) QONTROLLER_NO_ANALYSIS {
        look(schedule, now);
        for (const auto &worker : m_workers) {
            const Seat &seat = worker->seat;
            if (!seat.run)
                continue;
            gauges.stuckInPlace += seat.item->isStuck() && !seat.leaving;
            const Duration running = now - seat.run->startedAt();
            gauges.oldestRunning = std::max(gauges.oldestRunning, running);
            gauges.runningSum += running;
        }
    });
}

} // namespace qontroller
