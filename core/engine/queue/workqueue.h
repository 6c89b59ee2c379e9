// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/engine/queue/giveback.h"
#include "core/engine/queue/handover.h"
#include "core/engine/queue/hands.h"
#include "core/engine/queue/intake.h"
#include "core/engine/queue/orders.h"
#include "core/engine/queue/restore.h"
#include "core/engine/queue/run.h"
#include "core/engine/queue/view.h"

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

namespace qontroller {

class WorkQueue;

/// The right to work on one id. Ends by itself: as an attempt that failed, unless
/// finish() says more.
class [[nodiscard]] Lease
{
public:
    Lease(Lease &&other) noexcept
        : m_queue(std::exchange(other.m_queue, nullptr))
        , m_seat(other.m_seat)
        , m_run(std::move(other.m_run))
    {}
    Lease &operator=(Lease &&other) noexcept
    {
        Lease(std::move(other)).swap(*this);
        return *this;
    }
    ~Lease();

    [[nodiscard]] std::string_view id() const { return m_run->m_item->id(); }
    [[nodiscard]] ItemKey key() const { return m_run->m_item->key; }
    [[nodiscard]] Run &run() const { return *m_run; }

    /// Ends the lease; does nothing the second time.
    void finish(const RunResult &result);

private:
    friend class WorkQueue;
    Lease(WorkQueue &queue, Seat &seat, std::shared_ptr<Run> run)
        : m_queue(&queue)
        , m_seat(&seat)
        , m_run(std::move(run))
    {}
    void swap(Lease &other) noexcept;

    WorkQueue *m_queue;
    Seat *m_seat;
    std::shared_ptr<Run> m_run;
};

/// Hands out ids to workers, each id to at most one worker at a time.
///
/// A Schedule with a lock, a clock and workers that sleep: every change goes through
/// update(), which opens one of the schedule's doors for one transition and wakes the
/// workers that have something to do after it. Of the idle workers one is the *timekeeper*: it
/// sleeps until the next delayed item is due, the others until they are woken.
///
/// Thread-safe, except the destructor: every lease has ended before it.
class WorkQueue
{
public:
    /// \a clock outlives the queue. The gate is closed: see Intake::openGate().
    WorkQueue(Clock &clock, const ControllerOptions &options, std::uint64_t seed = 1);

    /// Names the id that is handed out only while no other is ready or out; empty: none. Before
    /// any id is known.
    void setAfterBurst(ObjectId id);

    /// The hash that Intake::Listed asks for, computed without the lock.
    [[nodiscard]] const IdHash &hash() const { return m_hash; }

    /// Blocks until an id may run. Nothing once the queue is shut down and empty,
    /// or when \a seat is to leave.
    [[nodiscard]] std::optional<Lease> take(Seat &seat);

    /// Ends \a lease, which is not empty, and takes the next: finish() and take()
    /// in one step, for the price of one. \a now is the clock's time.
    void exchange(std::optional<Lease> &lease, const RunResult &result, TimePoint now);

    /// What is believed by now of the object of \a lease.
    [[nodiscard]] Existence existence(const Lease &lease);
    enum class Removal : unsigned char {
        Allowed,
        Withheld,
        Doubted, ///< since the attempt began the source has said that it is there: ask once more
    };
    /// See Runs::mayRemove(): for an id whose storage says that it is gone. Not Doubted if the
    /// storage has been \a askedAgain.
    [[nodiscard]] Removal mayRemove(const Lease &lease, bool askedAgain);
    /// For a run that has not ended.
    void setProgress(const Run &run, std::uint64_t done, std::uint64_t total);

    /// Calls `function(Door &, TimePoint now)` under the lock, gives what it returns, and wakes
    /// workers as needed after it. The function must be short and call nothing foreign. \a Door
    /// is Intake, Runs, Hands, Orders, Handover, View or Restore.
    template<class Door, class Function>
    std::invoke_result_t<Function, Door &, TimePoint> update(Function function)
    {
        if constexpr (std::is_void_v<std::invoke_result_t<Function, Door &, TimePoint>>) {
            update<Door>([&](Door &door, TimePoint now) { return function(door, now), true; });
        } else {
            const TimePoint now = m_clock.now();
            MutexLock lock(m_mutex);
            if constexpr (!std::is_same_v<Door, Intake> && !std::is_same_v<Door, Hands>)
                m_hands.closeAll(); // these two look at single items
            auto result = function(std::get<Door &>(m_doors), now);
            const Wake whom = whomToWake();
            lock.unlock();
            wake(whom);
            return result;
        }
    }

    /// Calls `function(Door &, ItemTable::Walk &, TimePoint now)` as update() does until the walk
    /// has ended: a portion for each hold of the lock.
    template<class Door, class Function>
    void walk(Function function)
    {
        walk<Door>(function, [] {});
    }
    /// … and \a afterPortion after each, without the lock.
    template<class Door, class Function, class After>
    void walk(Function function, After afterPortion)
    {
        for (ItemTable::Walk walk; !walk.hasEnded();) {
            update<Door>([&](Door &door, TimePoint now) { function(door, walk, now); });
            afterPortion();
        }
    }

    /// Ends a list with \a result. After a complete list, objects that it lacks count as gone, a
    /// portion at a time; after any list that did not fail, removals that are owed are tried again.
    void endList(const ListResult &result, const ControllerOptions &options);

    /// If \a seats are more than \a wanted, take() returns nothing on the surplus: on the seats
    /// that ask first, so that no run begins while more than \a wanted are under way. Returns
    /// how many seats are missing, after shutDown() only as long as something is ready. Seats that
    /// are leaving or have left do not count.
    [[nodiscard]] std::size_t keepSeats(std::span<Seat *const> seats, std::size_t wanted);

    /// Takes no more ids. What is ready is still handed out, then nothing.
    void shutDown();
    /// After shutDown(): waits until nothing runs and nothing is ready that may run, but not
    /// beyond \a deadline. True if it is done. stopWaiting() ends the wait.
    bool drain(TimePoint deadline);
    void stopWaiting();
    /// Hands out nothing any more, whatever is ready.
    void abandon();

private:
    friend class Lease;
    [[nodiscard]] bool hasToSweep();
    [[nodiscard]] Missing judgeMissing(const ListResult &result, const Unseen &unseen);
    void giveMemoryBack();
    void finish(Lease &lease, const RunResult &result);
    /// Goes on to what is next in the hand of its worker. False: that has to come to the lock.
    [[nodiscard]] bool goOn(Lease &lease, const RunResult &result, TimePoint now);
    void finishLocked(Lease &lease, const RunResult &result, TimePoint now)
        QONTROLLER_REQUIRES(m_mutex);
    /// Begins \a run with what it took; false if there is nothing more for \a seat.
    [[nodiscard]] bool takeLocked(MutexLock &lock, Seat &seat, Run &run, TimePoint now)
        QONTROLLER_REQUIRES(m_mutex);
    /// Whether a worker sleeps that was not woken.
    [[nodiscard]] bool isOneIdle() const QONTROLLER_REQUIRES(m_mutex);
    void letOthersIn() QONTROLLER_REQUIRES(m_mutex);
    /// Sleeps for a moment without being woken, if more is likely to come by then; else false.
    [[nodiscard]] bool nap(const Seat &seat, MutexLock &lock) QONTROLLER_REQUIRES(m_mutex);
    void sleep(MutexLock &lock) QONTROLLER_REQUIRES(m_mutex);

    enum class Wake : std::uint8_t {
        None,
        Worker,
        Timekeeper,
    };
    /// Call it after every transition; drain() and m_giveBack are told here.
    [[nodiscard]] Wake whomToWake() QONTROLLER_REQUIRES(m_mutex);
    [[nodiscard]] bool isDrained() const QONTROLLER_REQUIRES(m_mutex);
    void wake(Wake whom) QONTROLLER_EXCLUDES(m_mutex);
    void wakeEverybody() QONTROLLER_EXCLUDES(m_mutex);

    Clock &m_clock;
    const IdHash m_hash;
    alignas(64) Mutex m_mutex;
    Condition m_work;    // workers that sleep until they are woken
    Condition m_timer;   // the timekeeper
    Condition m_drained; // drain()
    alignas(64) Schedule m_schedule QONTROLLER_GUARDED_BY(m_mutex);
    Intake m_intake QONTROLLER_GUARDED_BY(m_mutex);
    Runs m_runs QONTROLLER_GUARDED_BY(m_mutex);
    Hands m_hands QONTROLLER_GUARDED_BY(m_mutex);
    Orders m_orders QONTROLLER_GUARDED_BY(m_mutex);
    Handover m_handover QONTROLLER_GUARDED_BY(m_mutex);
    View m_view QONTROLLER_GUARDED_BY(m_mutex);
    Restore m_restore QONTROLLER_GUARDED_BY(m_mutex);
    std::tuple<Intake &, Runs &, Hands &, Orders &, Handover &, View &, Restore &> m_doors
        QONTROLLER_GUARDED_BY(m_mutex);
    TimePoint m_timekeeperDue QONTROLLER_GUARDED_BY(m_mutex);  // what it sleeps until
    std::size_t m_sleepers QONTROLLER_GUARDED_BY(m_mutex) = 0; // in m_work
    std::size_t m_wakeUps QONTROLLER_GUARDED_BY(m_mutex) = 0;  // of these, and not run since
    bool m_hasTimekeeper QONTROLLER_GUARDED_BY(m_mutex) = false;
    bool m_isOneNapping QONTROLLER_GUARDED_BY(m_mutex) = false;
    bool m_timekeeperWoken QONTROLLER_GUARDED_BY(m_mutex) = false; // and has not run since
    std::size_t m_surplus QONTROLLER_GUARDED_BY(m_mutex) = 0;      // seats that are to leave
    bool m_stopWaiting QONTROLLER_GUARDED_BY(m_mutex) = false;
    GiveBack m_giveBack; // last: its thread uses all the rest
};

} // namespace qontroller
