// SPDX-License-Identifier: LGPL-3.0-or-later
#include "eventually.h"
#include "printing.h"
#include "schedulerig.h"
#include "testprogram.h"

#include <array>
#include <atomic>
#include <latch>
#include <thread>
#include <vector>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

// Most rows are those of client-go's queue_test.go.
class WorkQueueTest : public QObject
{
    Q_OBJECT

private slots:
    void e5_leaseEndsOnceWhereverItWasMoved()
    {
        ScheduleRig rig;
        rig.add("foo");
        rig.add("bar");
        Seat first;
        Seat second;
        auto foo = rig.queue.take(first);
        auto bar = rig.queue.take(second);
        Lease moved = std::move(*foo);
        foo.reset();
        QCOMPARE(rig.gauges().running, 2u);
        moved = std::move(*bar); // foo ends
        QCOMPARE(rig.gauges().running, 1u);
        QCOMPARE(std::string(moved.id()), "bar");
        moved.finish({});
        moved.finish(retry());
        QCOMPARE(rig.gauges().running, 0u);
        QCOMPARE(rig.counters().handled, 2u);
    }

    void leaseSaysHowLongItWaitedAndWhichAttemptItIs()
    {
        ScheduleRig rig;
        rig.add("foo");
        rig.clock.advance(7s);
        Seat seat;
        auto lease = rig.queue.take(seat);
        QCOMPARE(lease->run().waited(), Duration(7s));
        QCOMPARE(lease->run().attempt(), 1u);
        lease->finish(retry());
        rig.pass(1s);
        lease = rig.queue.take(seat);
        QCOMPARE(lease->run().attempt(), 2u);
    }

    void secondWorkerBlocksWhileTheFirstHoldsTheOnlyId()
    {
        ScheduleRig rig;
        rig.add("foo");
        Seat first;
        Seat second;
        auto lease = rig.queue.take(first);
        std::atomic<bool> got = false;
        std::latch begun(1);
        std::jthread other([&] {
            begun.count_down();
            got = rig.queue.take(second).has_value();
        });
        begun.wait();
        rig.add("foo");
        QVERIFY(!got);
        lease.reset();
        QVERIFY(eventually([&] { return got.load(); }));
    }

    void shutDownWakesEverybody()
    {
        ScheduleRig rig;
        rig.addAfter("later", 1h);
        std::array<Seat, 5> seats;
        std::atomic<int> ended = 0;
        std::vector<std::jthread> workers;
        for (Seat &seat : seats) {
            workers.emplace_back([&] {
                if (!rig.queue.take(seat))
                    ++ended;
            });
        }
        QVERIFY(eventually([&] { return rig.clock.waiting() == 1; }));
        rig.queue.shutDown();
        QVERIFY(eventually([&] { return ended == 5; }));
    }

    void lateAddLeavesNothingBehind()
    {
        ScheduleRig rig;
        rig.queue.shutDown();
        rig.add("a");
        rig.addAfter("b", 1s);
        rig.created("c");
        rig.deleted("d");
        rig.requeue("e", 1);
        rig.listed("f");
        QCOMPARE(rig.gauges().known, 0u);
        QCOMPARE(rig.depth(), 0u);
    }

    void e23_asManySeatsLeaveAsAreTooManyWhicheverComeFirst()
    {
        ScheduleRig rig;
        Seat first;
        Seat second;
        const std::array seats{&first, &second};
        rig.add("foo");
        auto lease = rig.queue.take(first);
        QCOMPARE(rig.queue.keepSeats(seats, 1), std::size_t(0));
        QVERIFY(!rig.queue.take(second)); // while the first works
        QVERIFY(second.left);
        rig.add("bar");
        rig.queue.exchange(lease, {}, rig.clock.now());
        QVERIFY(lease);
        QCOMPARE(rig.queue.keepSeats(seats, 2), std::size_t(1)); // one has left
    }

    // Else threads are started for ever, each of which ends at once.
    void e24_afterTheShutdownSeatsAreMissingOnlyForWhatIsReady()
    {
        ScheduleRig rig;
        Seat seat;
        const std::array seats{&seat};
        rig.add("foo");
        rig.queue.shutDown();
        QCOMPARE(rig.queue.keepSeats(seats, 3), std::size_t(2));
        auto lease = rig.queue.take(seat);
        QVERIFY(lease);
        QCOMPARE(rig.queue.keepSeats(seats, 3), std::size_t(0));
        rig.queue.exchange(lease, {}, rig.clock.now());
        QVERIFY(!lease && seat.left);
        QCOMPARE(rig.queue.keepSeats(seats, 3), std::size_t(0));
    }

    void leavingEndsOneWorkerAndNoOther()
    {
        ScheduleRig rig;
        Seat one;
        Seat other;
        const std::array seats{&one, &other};
        std::atomic<int> left = 0;
        std::atomic<int> served = 0;
        const auto serve = [&](Seat &seat) { ++(rig.queue.take(seat) ? served : left); };
        std::jthread first([&] { serve(one); });
        std::jthread second([&] { serve(other); });
        static_cast<void>(rig.queue.keepSeats(seats, 1));
        QVERIFY(eventually([&] { return left == 1; }));
        rig.add("foo");
        QVERIFY(eventually([&] { return served == 1; }));
    }

    void whoLeavesPassesItsWakeUpOn()
    {
        for (int round = 0; round < 200; ++round) {
            ScheduleRig rig;
            Seat one;
            Seat other;
            const std::array seats{&one, &other};
            std::atomic<int> served = 0;
            const auto serve = [&](Seat &seat) { served += rig.queue.take(seat).has_value(); };
            std::jthread first([&] { serve(one); });
            std::jthread second([&] { serve(other); });
            rig.add("foo");
            static_cast<void>(rig.queue.keepSeats(seats, 1));
            const bool wasServed = eventually([&] { return served == 1; });
            rig.queue.shutDown();
            QVERIFY(wasServed);
        }
    }

    void e5_aLeaseThatIsDroppedIsNoSuccess()
    {
        ScheduleRig rig;
        rig.add("foo");
        Seat seat;
        rig.queue.take(seat).reset();
        QCOMPARE(rig.counters().added, 0u);
        QCOMPARE(rig.counters().errors, 1u);
        QCOMPARE(rig.counters().retries, 1u);
        QVERIFY(!seat.item);
    }
};

QONTROLLER_TEST(WorkQueueTest)
#include "tst_workqueue.moc"
