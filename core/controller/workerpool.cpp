// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/controller/workerpool.h"

#include <algorithm>
#include <system_error>

// The lambdas below run while their function holds m_mutex; the analysis looks at
// each by itself, hence QONTROLLER_NO_ANALYSIS.
namespace qontroller {

WorkerPool::WorkerPool(WorkQueue &queue, Incidents &incidents, Work work)
    : m_queue(queue)
    , m_incidents(incidents)
    , m_work(std::move(work))
{}

WorkerPool::~WorkerPool()
{
    join();
}

std::optional<std::string> WorkerPool::setWorkers(int count)
{
    MutexLock lock(m_mutex);
    if (m_joined)
        return "too late: it has stopped";
    m_wanted = count;
    const auto why = adjust();
    if (!why)
        return std::nullopt;
    m_wanted = static_cast<int>(std::ranges::count_if(
        m_workers, [](const auto &worker) { return !worker->seat.leaving; }));
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
    reap();
    int staying = 0;
    for (const auto &worker : m_workers) {
        if (worker->seat.leaving)
            continue;
        if (staying < m_wanted)
            ++staying;
        else
            m_queue.leave(worker->seat);
    }
    try {
        for (; staying < m_wanted; ++staying)
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

void WorkerPool::reap()
{
    std::erase_if(m_workers, [](const auto &worker) {
        if (!worker->ended)
            return false;
        worker->thread.join();
        return true;
    });
}

void WorkerPool::start()
{
    auto worker = std::make_unique<Worker>();
    worker->seat.number = freeNumber();
    Worker *self = worker.get();
    m_workers.reserve(m_workers.size() + 1);
    worker->thread = std::thread([this, self] {
        m_work(self->seat);
        self->ended = true;
    });
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
    std::vector<std::stop_source> stuck;
    MutexLock lock(m_mutex);
    const TimePoint oldest = m_queue.update([&](Schedule &schedule, TimePoint now) QONTROLLER_NO_ANALYSIS {
        TimePoint first = TimePoint::max();
        int mayLeave = mayReplace();
        int stuckInPlace = 0;
        for (const auto &worker : m_workers) {
            Seat &seat = worker->seat;
            if (!seat.item)
                continue;
            if (!seat.item->stuck && seat.item->readyAt > limit) {
                first = std::min(first, seat.item->readyAt);
                continue;
            }
            if (!seat.item->stuck) {
                schedule.markStuck(*seat.item, now);
                stuck.push_back(seat.stop);
            }
            if (!seat.leaving && mayLeave > 0) {
                seat.leaving = true;
                --mayLeave;
            }
            stuckInPlace += !seat.leaving;
        }
        sayWhetherAllAreReplaced(schedule, stuckInPlace, now);
        return first;
    });
    const auto why = adjust(); // if no thread is to be had the next call tries again
    lock.unlock();
    if (why)
        meetShortage(*why);
    for (std::stop_source &stop : stuck)
        stop.request_stop();
    return oldest;
}

int WorkerPool::mayReplace() const
{
    constexpr int Fewest = 4;
    const auto replaced = std::ranges::count_if(m_workers, [](const auto &worker) {
        const Seat &seat = worker->seat;
        return seat.leaving && seat.item && seat.item->stuck;
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
    std::vector<std::stop_source> running;
    MutexLock lock(m_mutex);
    m_queue.update([&](Schedule &, TimePoint) QONTROLLER_NO_ANALYSIS {
        for (const auto &worker : m_workers) {
            if (worker->seat.item)
                running.push_back(worker->seat.stop);
        }
    });
    lock.unlock();
    for (std::stop_source &stop : running)
        stop.request_stop();
}

void WorkerPool::join()
{
    std::vector<std::unique_ptr<Worker>> workers;
    {
        MutexLock lock(m_mutex);
        m_wanted = 0;
        m_joined = true;
        workers.swap(m_workers);
    }
    for (const auto &worker : workers) {
        m_queue.leave(worker->seat);
        worker->thread.join();
    }
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
            if (seat.item) {
                row.id = ObjectId(seat.item->id());
                row.since = seat.item->readyAt;
                row.busy += now - seat.item->readyAt;
                row.stuck = seat.item->stuck;
            }
            rows.push_back(std::move(row));
        }
    });
    return rows;
}

void WorkerPool::fill(Gauges &gauges, const std::function<void(Schedule &, TimePoint)> &look)
{
    MutexLock lock(m_mutex);
    gauges.workers = m_wanted;
    m_queue.update([&](Schedule &schedule, TimePoint now) QONTROLLER_NO_ANALYSIS {
        look(schedule, now);
        for (const auto &worker : m_workers) {
            const Seat &seat = worker->seat;
            if (!seat.item)
                continue;
            gauges.stuckInPlace += seat.item->stuck && !seat.leaving;
            const Duration running = now - seat.item->readyAt;
            gauges.oldestRunning = std::max(gauges.oldestRunning, running);
            gauges.runningSum += running;
        }
    });
}

} // namespace qontroller
