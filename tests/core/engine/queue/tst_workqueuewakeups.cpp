// SPDX-License-Identifier: LGPL-3.0-or-later
#include "eventually.h"
#include "heldclock.h"
#include "printing.h"
#include "queueing.h"
#include "runresults.h"
#include "testprogram.h"

#include <array>
#include <atomic>
#include <functional>
#include <optional>
#include <random>
#include <thread>
#include <vector>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// A queue on a clock that stands still: whoever misses a wake-up sleeps for ever.
struct Queue
{
    explicit Queue(ControllerOptions options = {})
        : queue(clock, options)
    {
        queue.update<Intake>([](Intake &intake, TimePoint) { intake.openGate(); });
    }

    ManualClock clock;
    WorkQueue queue;
};

/// A thread that takes, counts and ends leases.
class Worker
{
public:
    explicit Worker(Queue &queue, RunResult result = {})
        : m_queue(queue)
        , m_result(std::move(result))
        , m_thread([this] { run(); })
    {}
    ~Worker()
    {
        Seat *seat = &m_seat;
        static_cast<void>(m_queue.queue.keepSeats({&seat, 1}, 0));
    }

    [[nodiscard]] int handled() const { return m_handled; }

private:
    void run()
    {
        auto lease = m_queue.queue.take(m_seat);
        while (lease) {
            ++m_handled;
            m_queue.queue.exchange(lease, m_result, m_queue.clock.now());
        }
    }

    Queue &m_queue;
    RunResult m_result;
    Seat m_seat;
    std::atomic<int> m_handled = 0;
    std::jthread m_thread;
};

/// Who naps on it does what a test says.
class NappingClock final : public HeldClock
{
public:
    void nap(Duration) override
    {
        ++naps;
        if (onNap)
            onNap();
    }

    std::function<void()> onNap;
    std::atomic<int> naps = 0;
};

/// … and a worker that has just run "first".
struct NappingQueue
{
    NappingQueue()
    {
        queue.update<Intake>([](Intake &intake, TimePoint) { intake.openGate(); });
        add(queue, "first");
        lease = queue.take(seat);
    }

    NappingClock clock;
    WorkQueue queue{clock, {}};
    Seat seat;
    std::optional<Lease> lease;
};

} // namespace

class WorkQueueWakeUpsTest : public QObject
{
    Q_OBJECT

private slots:
    void aWorkerThatPlansARetryAndFallsAsleepTellsTheTimekeeper()
    {
        Queue q;
        addAfter(q.queue, "far", 1h);
        add(q.queue, "near");
        Seat seat;
        auto lease = q.queue.take(seat);
        QVERIFY(lease);

        Worker timekeeper(q);
        QVERIFY(eventually([&] { return q.clock.waiting() == 1; }));
        std::jthread other([&] {
            q.queue.exchange(lease, requeueAfter(10ms), q.clock.now());
            lease.reset();
        });
        const bool noticed = eventually(
            [&] { return q.clock.nextDeadline() < q.clock.now() + 1min; });
        q.queue.shutDown(); // for the other
        QVERIFY(noticed);
    }

    void whoFindsNothingInAFloodNapsBeforeItSleeps()
    {
        NappingQueue q;
        q.clock.onNap = [&q] {
            if (q.clock.naps == 2)
                add(q.queue, "second");
        };
        q.queue.exchange(q.lease, {}, q.clock.now());
        QCOMPARE(q.lease->id(), "second");
        QCOMPARE(q.clock.naps.load(), 2);
    }

    void whoNapsSleepsInTheEnd()
    {
        NappingQueue q;
        addAfter(q.queue, "far", 1h);
        std::jthread worker([&q] { q.queue.exchange(q.lease, {}, q.clock.now()); });
        const bool sleeps = eventually([&] { return q.clock.manual.waiting() == 1; });
        add(q.queue, "second"); // is woken for it
        worker.join();
        QVERIFY(sleeps);
        QCOMPARE(q.lease->id(), "second");
        QCOMPARE(q.clock.naps.load(), 4);
    }

    void whoHasWaitedForAWhileSleepsAtOnce()
    {
        NappingQueue q;
        addAfter(q.queue, "far", 1h);
        q.seat.lastWait = 1ms;
        std::jthread worker([&q] { q.queue.exchange(q.lease, {}, q.clock.now()); });
        const bool sleeps = eventually([&] { return q.clock.manual.waiting() == 1; });
        add(q.queue, "second");
        worker.join();
        QVERIFY(sleeps);
        QCOMPARE(q.clock.naps.load(), 0);
    }

    void anEarlierDelayFromOutsideWakesTheTimekeeper()
    {
        Queue q;
        addAfter(q.queue, "far", 1h);
        Worker timekeeper(q);
        QVERIFY(eventually([&] { return q.clock.waiting() == 1; }));
        addAfter(q.queue, "near", 10ms);
        QVERIFY(eventually([&] { return q.clock.nextDeadline() < q.clock.now() + 1min; }));
    }

    void aWakeUpForNothingCostsNoLaterOne()
    {
        // keepSeats() wakes everybody while threads fall asleep: whoever wakes for no
        // reason must not stay counted as asleep.
        Queue q;
        std::array<Seat, 2> others;
        for (int round = 0; round < 1000; ++round) {
            Worker worker(q, requeueAfter(1h));
            {
                std::vector<std::jthread> rousers;
                for (Seat &other : others) {
                    rousers.emplace_back([&q, seat = &other] {
                        for (int i = 0; i < 20; ++i)
                            static_cast<void>(q.queue.keepSeats({&seat, 1}, 1));
                    });
                }
            }
            // Its next look is an hour away: the worker keeps the time.
            add(q.queue, "first" + std::to_string(round));
            QVERIFY(eventually([&] { return worker.handled() >= 1 && q.clock.waiting() == 1; }));
            add(q.queue, "second" + std::to_string(round));
            const bool woken = eventually([&] { return worker.handled() == 2; });
            QVERIFY2(woken, qPrintable(QString("round %1").arg(round)));
        }
    }
};

QONTROLLER_TEST(WorkQueueWakeUpsTest)
#include "tst_workqueuewakeups.moc"
