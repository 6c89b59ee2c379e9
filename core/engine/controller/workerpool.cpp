// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/controller/workerpool.h"

#include <algorithm>
#include <system_error>

namespace qontroller {

namespace {

bool isStuck(const Seat &seat)
{
    return seat.item && seat.item->isStuck();
}

/// Without a locker its lease is the lock.
bool holdsLock(const Run &run)
{
    const ForeignCall call = run.call().call;
    return call != ForeignCall::Acquire && call != ForeignCall::Release;
}

WorkerRow rowOf(const Seat &seat, TimePoint now)
{
    WorkerRow row{seat.number, {}, {}, seat.done, seat.busy, isStuck(seat)};
    if (seat.run) {
        row.id = ObjectId(seat.item->id());
        row.since = seat.run->startedAt();
        row.busy += ageOf(row.since, now);
    }
    return row;
}

/// What a look at all seats has shown.
struct StuckSeats
{
    TimePoint now;
    TimePoint earliest = TimePoint::max(); ///< deadline that is to come
    int inPlace = 0;                       ///< stuck, and not replaced
    std::ptrdiff_t mayLeave = 0;           ///< so many more may be replaced
    std::vector<std::pair<std::shared_ptr<Run>, ObjectId>> overdue{}; ///< not asked to stop
};

/// One that has a run.
void lookAt(Seat &seat, Runs &runs, StuckSeats &seen)
{
    const TimePoint deadline = seat.run->deadline();
    if (deadline > seen.now)
        seen.earliest = std::min(seen.earliest, deadline);
    else if (!seat.run->isOverdue())
        seen.overdue.emplace_back(seat.run->shared_from_this(), ObjectId(seat.item->id()));
    if (deadline > seen.now && !isStuck(seat))
        return;
    if (!isStuck(seat))
        runs.markStuck(*seat.item, seen.now);
    if (!seat.leaving && seen.mayLeave > 0) {
        seat.leaving = true;
        --seen.mayLeave;
    }
    seen.inPlace += !seat.leaving;
}

} // namespace

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
    lock.unlock();
    const auto why = adjust();
    if (!why)
        return std::nullopt;
    lock.lock();
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
    MutexLock lock(m_mutex);
    if (m_joined)
        return std::nullopt;
    std::erase_if(m_workers, [](const auto &worker) { return worker->thread.hasEnded(); });
    try {
        while (startSome()) {
            lock.unlock(); // others look at the list
            lock.lock();
        }
    } catch (const std::system_error &error) {
        return error.code().message();
    }
    return std::nullopt;
}

bool WorkerPool::startSome()
{
    if (m_joined)
        return false;
    std::size_t missing = m_queue.keepSeats(seats(), m_wanted);
    for (int i = 0; i < StartedAtOnce && missing > 0; ++i, --missing)
        start();
    return missing > 0;
}

void WorkerPool::meetShortage(const std::string &why)
{
    const TimePoint now = m_queue.update<View>([](View &, TimePoint at) { return at; });
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

TimePoint WorkerPool::replaceStuck()
{
    MutexLock lock(m_mutex);
    const std::vector<Seat *> all = seats();
    const int mayBeReplaced = std::max(FewestReplaced, m_wanted);
    const StuckSeats found = m_queue.update<Runs>([&](Runs &runs, TimePoint now) {
        StuckSeats seen{now};
        seen.mayLeave = mayBeReplaced - std::ranges::count_if(all, [](const Seat *seat) {
                            return seat->leaving && isStuck(*seat);
                        });
        for (Seat *seat : all) {
            if (seat->run)
                lookAt(*seat, runs, seen);
        }
        return seen;
    });
    sayWhetherAllAreReplaced(found.inPlace == 0);
    lock.unlock();
    const auto why = adjust(); // if no thread is to be had the next call tries again
    if (why)
        meetShortage(*why);
    for (const auto &[run, id] : found.overdue) {
        if (const auto stop = run->passDeadline(found.now))
            m_stops.request(*stop, id);
    }
    const bool isMissing = found.inPlace > 0 || why;
    return isMissing ? std::min(found.earliest, later(found.now, LookAgain)) : found.earliest;
}

void WorkerPool::sayWhetherAllAreReplaced(bool are)
{
    if (std::exchange(m_allReplaced, are) && !are) {
        m_queue.update<Orders>([](Orders &orders, TimePoint now) {
            orders.log(EventRecord::Kind::Stuck, Said::Kind::NoReplacements, now);
        });
    }
}

template<class Door, class IsMeant>
std::vector<WorkerPool::Asked> WorkerPool::attempts(IsMeant isMeant)
{
    std::vector<Asked> found;
    MutexLock lock(m_mutex);
    m_queue.update<Door>([&, all = seats()](const Door &door, TimePoint) {
        for (const Seat *seat : all) {
            if (seat->run && isMeant(door, *seat->item))
                found.push_back({seat->run->shared_from_this(), ObjectId(seat->item->id())});
        }
    });
    return found;
}

void WorkerPool::stopAttempts()
{
    for (const auto &[run, id] : attempts<Runs>([](const Runs &, const Item &) { return true; }))
        m_stops.request(run->currentStop(), id);
}

void WorkerPool::stopDisowned()
{
    const auto found = attempts<Handover>(
        [](const Handover &handover, const Item &item) { return !handover.owns(item); });
    for (const auto &[run, id] : found) {
        if (run->lose(Loss::Ownership))
            m_stops.request(run->stop(), id);
    }
}

void WorkerPool::join(Clock &clock, TimePoint deadline)
{
    std::vector<OwnedThread *> threads;
    {
        MutexLock lock(m_mutex);
        m_wanted = 0;
        m_joined = true; // the list does not change any more
        static_cast<void>(m_queue.keepSeats(seats(), 0));
        for (const auto &worker : m_workers)
            threads.push_back(&worker->thread);
    }
    for (OwnedThread *thread : threads)
        static_cast<void>(thread->join(clock, deadline));
    MutexLock lock(m_mutex);
    std::erase_if(m_workers, [](const auto &worker) { return worker->thread.hasEnded(); });
}

std::vector<RunningCall> WorkerPool::running()
{
    std::vector<RunningCall> calls;
    MutexLock lock(m_mutex);
    m_queue.update<View>([&calls, all = seats()](View &, TimePoint) {
        for (const Seat *seat : all) {
            if (!seat->run)
                continue;
            calls.push_back(seat->run->call());
            calls.back().id = ObjectId(seat->item->id());
        }
    });
    return calls;
}

void WorkerPool::fill(Gauges &gauges, std::vector<WorkerRow> &rows, std::size_t mostRows,
                      const std::function<void(View &, TimePoint)> &look)
{
    MutexLock lock(m_mutex);
    gauges.workers = m_wanted;
    m_queue.update<View>([&, all = seats()](View &view, TimePoint now) {
        look(view, now);
        for (const Seat *seat : all) {
            const bool threadEnds = seat->left;
            if (!threadEnds && rows.size() < mostRows)
                rows.push_back(rowOf(*seat, now));
            if (!seat->run)
                continue;
            gauges.locksHeld += holdsLock(*seat->run);
            gauges.stuckInPlace += isStuck(*seat) && !seat->leaving;
            const Duration running = ageOf(seat->run->startedAt(), now);
            gauges.oldestRunning = std::max(gauges.oldestRunning, running);
            gauges.runningSum += running;
        }
    });
}

} // namespace qontroller
