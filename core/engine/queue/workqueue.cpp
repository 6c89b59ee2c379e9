// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/queue/workqueue.h"

#include <algorithm>
#include <malloc.h>

namespace qontroller {

Lease::~Lease()
{
    if (m_queue)
        finish({Outcome::retry("its run ended without an outcome"), Ran::Get});
    if (m_run)
        m_run->forgetObjects(); // here, for another thread may share the run for longer
}

void Lease::swap(Lease &other) noexcept
{
    std::swap(m_queue, other.m_queue);
    std::swap(m_seat, other.m_seat);
    std::swap(m_run, other.m_run);
}

void Lease::finish(const RunResult &result)
{
    if (m_queue)
        m_queue->finish(*this, result);
}

WorkQueue::WorkQueue(Clock &clock, const ControllerOptions &options, std::uint64_t seed)
    : m_clock(clock)
    , m_hash(seed)
    , m_schedule(options, clock.now(), seed)
    , m_intake(m_schedule)
    , m_runs(m_schedule, options, seed)
    , m_hands(m_schedule, m_runs)
    , m_orders(m_schedule, m_runs)
    , m_handover(m_schedule)
    , m_view(m_schedule)
    , m_restore(m_schedule)
    , m_doors(m_intake, m_runs, m_hands, m_orders, m_handover, m_view, m_restore)
    , m_giveBack(
          clock,
          [this] { return update<View>([](View &view, TimePoint) { return view.pieces(); }); },
          [this] { giveMemoryBack(); })
{}

void WorkQueue::setAfterBurst(ObjectId id)
{
    MutexLock lock(m_mutex);
    m_schedule.setAfterBurst(std::move(id));
}

// The table comes after the items: while they lie in pieces all over the heap, memory for
// smaller parts is slow to find.
void WorkQueue::giveMemoryBack()
{
    const auto forgetPeak = [this] {
        MutexLock lock(m_mutex);
        m_schedule.forgetPeak();
    };
    const auto shrink = [this](std::size_t part) {
        MutexLock lock(m_mutex);
        return m_schedule.shrinkTable(part);
    };
    const auto giveBackItems = [this] {
        MutexLock lock(m_mutex);
        return m_schedule.giveBackItems();
    };
    const auto trimLogbook = [](View &view, TimePoint) { return view.trimLogbook(); };
    forgetPeak();
    while (giveBackItems()) {
    }
    while (update<View>(trimLogbook)) {
    }
    malloc_trim(0);
    bool isMore = false;
    for (std::size_t part = 0; part < ItemTable::Parts; ++part)
        isMore |= shrink(part);
    if (isMore)
        malloc_trim(0);
}

std::optional<Lease> WorkQueue::take(Seat &seat)
{
    auto run = std::make_shared<Run>(*this);
    const TimePoint now = m_clock.now();
    MutexLock lock(m_mutex);
    const bool isTaken = takeLocked(lock, seat, *run, now);
    const Wake whom = whomToWake();
    lock.unlock();
    wake(whom);
    return isTaken ? std::optional(Lease(*this, seat, std::move(run))) : std::nullopt;
}

bool WorkQueue::goOn(Lease &lease, const RunResult &result, TimePoint now)
{
    Seat &seat = *lease.m_seat;
    Hand::Entry *next = seat.hand ? seat.hand->upcoming(result, now) : nullptr;
    if (!next || lease.m_run->m_object)
        return false;
    lease.m_run->end();
    auto run = std::make_shared<Run>(*this);
    next->run = run.get();
    run->begin(*next);
    if (!seat.hand->goOn(result, now))
        return false;
    lease.m_run = std::move(run);
    return true;
}

void WorkQueue::exchange(std::optional<Lease> &lease, const RunResult &result, TimePoint now)
{
    if (goOn(*lease, result, now))
        return;
    Seat &seat = *lease->m_seat;
    lease->m_run->end();
    auto run = std::make_shared<Run>(*this);
    bool isTaken = false;
    {
        MutexLock lock(m_mutex);
        finishLocked(*lease, result, now);
        isTaken = takeLocked(lock, seat, *run, lock.hadToWait() ? m_clock.now() : now);
        const Wake whom = whomToWake();
        lock.unlock();
        wake(whom);
    }
    lease.reset();
    if (isTaken)
        lease.emplace(Lease(*this, seat, std::move(run)));
}

void WorkQueue::finish(Lease &lease, const RunResult &result)
{
    lease.m_run->end();
    const TimePoint now = m_clock.now();
    MutexLock lock(m_mutex);
    finishLocked(lease, result, now);
    const Wake whom = whomToWake();
    lock.unlock();
    wake(whom);
}

void WorkQueue::finishLocked(Lease &lease, const RunResult &result, TimePoint now)
{
    Run &run = *lease.m_run;
    if (run.m_object) // the run shares what was there before, so it does not end under the lock
        run.m_item->needExtra().object = run.m_object;
    m_hands.finish(*lease.m_seat, *run.m_item, result, now);
    if (run.m_object) // its worker gives back each before it takes another
        lease.m_seat->hand->learn(Duration::max(), 1);
    lease.m_queue = nullptr;
}

bool WorkQueue::takeLocked(MutexLock &lock, Seat &seat, Run &run, TimePoint now)
{
    constexpr int MostNaps = 4;
    int naps = 0;
    const TimePoint since = now;
    while (!seat.leaving) {
        if (m_surplus > 0) {
            --m_surplus;
            break;
        }
        const Hands::Taken taken = m_hands.take(seat, isOneIdle(), now);
        if (taken.entry || taken.alone.item)
            seat.lastWait = now - since;
        if (taken.entry) {
            taken.entry->run = &run;
            run.begin(*taken.entry);
            return true;
        }
        if (taken.alone.item) {
            run.begin(taken.alone);
            run.m_keptBefore = m_runs.keptOf(*taken.alone.item);
            seat.run = &run;
            seat.item = taken.alone.item;
            return true;
        }
        if (taken.alone.isMoreDue) {
            letOthersIn();
            continue;
        }
        m_hands.closeAll(); // nothing may wait there while this one sleeps
        if (m_schedule.places().takeable() > 0)
            continue;
        if (m_schedule.isClosed())
            break;
        if (naps == MostNaps || !nap(seat, lock))
            sleep(lock);
        else
            ++naps;
        now = m_clock.now();
    }
    seat.left = true;
    return false;
}

bool WorkQueue::isOneIdle() const
{
    return m_sleepers > m_wakeUps || (m_hasTimekeeper && !m_timekeeperWoken);
}

void WorkQueue::letOthersIn()
{
    m_mutex.unlock();
    m_mutex.lock();
}

// In a flood of events a worker that is quicker than they come would be woken for each.
bool WorkQueue::nap(const Seat &seat, MutexLock &lock) QONTROLLER_NO_ANALYSIS
{
    constexpr Duration Length = std::chrono::microseconds(20);
    constexpr Duration Rest = std::chrono::microseconds(150); // whoever waited for so long sleeps
    if (m_isOneNapping || seat.lastWait >= Rest)
        return false;
    m_isOneNapping = true;
    lock.unlock();
    m_clock.nap(Length);
    lock.lock();
    m_isOneNapping = false;
    return true;
}

void WorkQueue::sleep(MutexLock &lock)
{
    const TimePoint due = m_schedule.places().nextDue();
    if (due == TimePoint::max() || m_hasTimekeeper) {
        if (m_hasTimekeeper && due < m_timekeeperDue && !m_timekeeperWoken) {
            m_timekeeperWoken = true; // what this thread has just planned comes earlier
            m_timer.notifyOne();
        }
        ++m_sleepers;
        m_work.wait(lock);
        --m_sleepers;
        m_wakeUps -= m_wakeUps > 0;
        return;
    }
    m_hasTimekeeper = true;
    m_timekeeperWoken = false;
    m_timekeeperDue = due;
    m_clock.waitUntil(m_timer, lock, due);
    m_hasTimekeeper = false;
}

// A worker that is woken counts as awake from then on. A sleeper that wakes for no reason
// uses up another's wake-up, who then still looks: one too many, never one too few.
WorkQueue::Wake WorkQueue::whomToWake()
{
    m_hands.closeIfOvertaken();
    if (m_schedule.isClosed() && isDrained())
        m_drained.notifyAll();
    if (m_schedule.hasShrunk())
        m_giveBack.want();
    const bool work = m_schedule.places().takeable() > 0 && !m_isOneNapping; // who naps will look
    const TimePoint due = m_schedule.places().nextDue();
    const bool needsTimekeeper = due != TimePoint::max() && !m_hasTimekeeper && !m_isOneNapping;
    if ((work || needsTimekeeper) && m_sleepers > m_wakeUps) {
        ++m_wakeUps;
        return Wake::Worker;
    }
    if (!m_hasTimekeeper || m_timekeeperWoken || (!work && due >= m_timekeeperDue))
        return Wake::None;
    m_timekeeperWoken = true;
    return Wake::Timekeeper;
}

void WorkQueue::wake(Wake whom)
{
    if (whom == Wake::Worker)
        m_work.notifyOne();
    else if (whom == Wake::Timekeeper)
        m_timer.notifyOne();
    m_giveBack.begin();
}

void WorkQueue::wakeEverybody()
{
    {
        MutexLock lock(m_mutex);
        m_wakeUps = m_sleepers;
    }
    m_work.notifyAll();
    m_timer.notifyAll();
}

Existence WorkQueue::existence(const Lease &lease)
{
    MutexLock lock(m_mutex);
    return lease.m_run->m_item->existence;
}

WorkQueue::Removal WorkQueue::mayRemove(const Lease &lease, bool askedAgain)
{
    return update<Runs>([&](Runs &runs, TimePoint now) {
        Item &item = *lease.m_run->m_item;
        if (!askedAgain && item.heardOf && item.existence == Existence::Present)
            return Removal::Doubted;
        return runs.mayRemove(item, now) ? Removal::Allowed : Removal::Withheld;
    });
}

void WorkQueue::setProgress(const Run &run, std::uint64_t done, std::uint64_t total)
{
    update<Runs>([&](Runs &runs, TimePoint) { runs.setProgress(*run.m_item, done, total); });
}

void WorkQueue::endList(const ListResult &result, const ControllerOptions &options)
{
    const Unseen unseen(result.below());
    Missing what = Missing::Keep;
    if (result.concludes() && options.detectDeletions)
        what = judgeMissing(result, unseen);
    if (result.kind() != ListResult::Kind::Failed && hasToSweep()) {
        walk<Intake>([&](Intake &intake, ItemTable::Walk &at, TimePoint now) {
            intake.sweep(at, what, unseen, now);
        });
    }
    update<Intake>([](Intake &intake, TimePoint) { return intake.endList(); });
}

bool WorkQueue::hasToSweep()
{
    return update<Intake>([](Intake &intake, TimePoint) { return intake.hasToSweep(); });
}

Missing WorkQueue::judgeMissing(const ListResult &result, const Unseen &unseen)
{
    std::uint64_t missing = 0;
    if (hasToSweep()) {
        walk<Intake>([&](Intake &intake, ItemTable::Walk &at, TimePoint) {
            missing += intake.countMissing(at, unseen);
        });
    }
    return update<Intake>(
        [&](Intake &intake, TimePoint now) { return intake.judge(missing, result.doubt(), now); });
}

std::size_t WorkQueue::keepSeats(std::span<Seat *const> seats, std::size_t wanted)
{
    std::size_t staying = 0;
    MutexLock lock(m_mutex);
    m_hands.closeAll(); // who is to leave comes to the lock
    for (const Seat *seat : seats)
        staying += !seat->leaving && !seat->left;
    m_surplus = staying - std::min(staying, wanted);
    const bool areTooMany = m_surplus > 0;
    const bool wouldLeaveAtOnce = m_schedule.isClosed() && m_schedule.places().takeable() == 0;
    const Wake whom = whomToWake(); // for what was in hands
    lock.unlock();
    if (areTooMany)
        wakeEverybody();
    else
        wake(whom);
    return wouldLeaveAtOnce ? 0 : wanted - std::min(staying, wanted);
}

void WorkQueue::shutDown()
{
    update<Orders>([](Orders &orders, TimePoint) { orders.close(); });
    wakeEverybody();
}

bool WorkQueue::isDrained() const
{
    const Places &places = m_schedule.places();
    return places.running() == 0 && places.takeable() == 0;
}

bool WorkQueue::drain(TimePoint deadline)
{
    MutexLock lock(m_mutex);
    while (!isDrained() && !m_stopWaiting && m_clock.now() < deadline)
        m_clock.waitUntil(m_drained, lock, deadline);
    return isDrained();
}

void WorkQueue::stopWaiting()
{
    MutexLock lock(m_mutex);
    m_stopWaiting = true;
    m_drained.notifyAll();
}

void WorkQueue::abandon()
{
    update<Orders>([](Orders &orders, TimePoint) { orders.closeGate(); });
    wakeEverybody();
}

} // namespace qontroller
