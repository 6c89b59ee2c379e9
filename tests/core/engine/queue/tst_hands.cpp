// SPDX-License-Identifier: LGPL-3.0-or-later
// A worker that takes several items in one hold of the lock: every rule of the queue holds for what
// waits in its hand, for what runs, and for what has ended and was not given back.
#include "eventually.h"
#include "schedulerig.h"
#include "testprogram.h"

#include <QTest>

#include <atomic>
#include <deque>
#include <thread>
#include <vector>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// The runs of its worker have been so short that it takes as many items at once as there may be.
void makeFast(Seat &seat)
{
    seat.hand = std::make_unique<Hand>(seat);
    seat.hand->learn(1us, Hand::Most);
}

class FastWorker
{
public:
    FastWorker(ScheduleRig &rig, int number)
        : m_rig(rig)
    {
        m_seat.number = number;
        makeFast(m_seat);
    }

    /// Something is ready.
    std::string take()
    {
        m_lease = m_rig.queue.take(m_seat);
        return id();
    }
    /// Ends the run, and goes on; something is ready, or waits in its hand.
    std::string goOn(const RunResult &result = {})
    {
        m_rig.queue.exchange(m_lease, result, m_rig.now());
        return id();
    }
    void finish(const RunResult &result = {})
    {
        m_lease->finish(result);
        m_lease.reset();
    }
    [[nodiscard]] std::string id() const { return m_lease ? std::string(m_lease->id()) : ""; }
    [[nodiscard]] Lease &lease() { return *m_lease; }
    [[nodiscard]] Seat &seat() { return m_seat; }
    /// As its worker sees it.
    [[nodiscard]] std::size_t staged() const
    {
        const Hand::Range range = m_seat.hand->range();
        return range.end - range.begun;
    }
    [[nodiscard]] std::size_t ended() const
    {
        const Hand::Range range = m_seat.hand->range();
        return range.begun - range.first - (range.begun != range.first);
    }

private:
    ScheduleRig &m_rig;
    Seat m_seat;
    std::optional<Lease> m_lease;
};

/// 200 objects are ready, o0 first, and the worker has one that has ended, o0, one that runs, o1,
/// and others: o2 to o31.
class HandRig : public ScheduleRig
{
public:
    static constexpr int Objects = 200;

    HandRig()
    {
        listObjects(Objects);
        worker.take();
        worker.goOn();
    }
    [[nodiscard]] bool isAsItShould() const
    {
        return worker.id() == "o1" && worker.ended() == 1 && worker.staged() == Hand::Most - 2;
    }
    /// The ids of the next \a count runs, none of which is followed by anything.
    std::string runs(int count)
    {
        std::string ids;
        for (int i = 0; i < count; ++i)
            ids += (i ? " " : "") + worker.goOn();
        return ids;
    }

    FastWorker worker{*this, 1};
    FastWorker other{*this, 2};
};

/// Objects that have aged, o0 first, behind fresh events.
class AgedRig : public ScheduleRig
{
public:
    AgedRig(int objects, int events)
        : ScheduleRig(withShortAgeing())
    {
        listObjects(objects);
        pass(1s);
        for (int i = 0; i < events; ++i)
            created("event" + std::to_string(i));
    }

private:
    static ControllerOptions withShortAgeing()
    {
        ControllerOptions options;
        options.ageing = 1ms;
        return options;
    }
};

} // namespace

class HandsTest : public QObject
{
    Q_OBJECT

private slots:
    void takesSeveralInOneHold()
    {
        HandRig rig;
        QVERIFY(rig.isAsItShould());
        QCOMPARE(rig.runs(3), "o2 o3 o4");
        QCOMPARE(rig.worker.ended(), std::size_t(4));
    }

    void noMoreThanAShareOfWhatIsReady()
    {
        ScheduleRig rig;
        rig.listObjects(16);
        FastWorker worker(rig, 1);
        worker.take();
        QCOMPARE(worker.staged(), std::size_t(3)); // four of sixteen
        FastWorker other(rig, 2);
        other.take();
        QCOMPARE(other.staged(), std::size_t(0)); // twelve for two, and others who may come
    }

    void whoseRunsTakeLongTakesOne()
    {
        ScheduleRig rig;
        rig.listObjects(200);
        FastWorker worker(rig, 1);
        worker.take();
        rig.pass(30us);
        worker.finish();
        worker.take();
        QCOMPARE(worker.staged(), std::size_t(0));
        QCOMPARE(rig.state("o1"), ItemState::Running);
    }

    // What others see

    void rowsAndGaugesAreOfOneMoment()
    {
        HandRig rig;
        rig.pass(5us); // expire() of a view: it sees hands closed
        QCOMPARE(rig.worker.staged(), std::size_t(0));
        const Gauges gauges = rig.gauges();
        QCOMPARE(gauges.running, std::size_t(1));
        QCOMPARE(gauges.depth, std::size_t(HandRig::Objects - 2));
        QCOMPARE(rig.counters().dequeued, std::uint64_t(2));
        QCOMPARE(rig.counters().handled, std::uint64_t(1));
        QCOMPARE(rig.state("o0"), ItemState::InSync);
        QCOMPARE(rig.state("o1"), ItemState::Running);
        QCOMPARE(rig.state("o2"), ItemState::Waiting);
        QCOMPARE(rig.worker.seat().done, std::uint64_t(1));
        QVERIFY(rig.worker.seat().run == &rig.worker.lease().run());
        QCOMPARE(rig.runs(3), "o2 o3 o4"); // in their order
    }

    void whatHasEndedIsNotedAsOfItsTime()
    {
        ScheduleRig rig;
        rig.listObjects(200);
        FastWorker worker(rig, 1);
        const TimePoint begun = rig.now();
        worker.take();
        rig.clock.advance(7us);
        worker.goOn();
        rig.clock.advance(100us);
        const ItemRow row = rig.row("o0");
        QCOMPARE(row.lastRun, begun + 7us);
        QCOMPARE(worker.seat().busy, Duration(7us));
        QCOMPARE(worker.lease().run().startedAt(), begun + 7us);
    }

    void nothingIsKeptBackForLong()
    {
        HandRig rig;
        rig.clock.advance(300us);
        rig.worker.goOn();
        QCOMPARE(rig.worker.ended(), std::size_t(0));
        QCOMPARE(rig.worker.id(), "o2");
    }

    // E1, E2: a trigger of what is in a hand

    void e2WhatIsStagedRunsOnce()
    {
        HandRig rig;
        rig.modified("o2");
        QCOMPARE(rig.worker.staged(), std::size_t(0));
        QCOMPARE(rig.runs(2), "o2 o3"); // the fresh event is first, and o2 not a second time
        rig.worker.finish();
        QCOMPARE(rig.runAll().starts_with("o4 o5"), true);
        QCOMPARE(rig.counters().handled, std::uint64_t(HandRig::Objects));
    }

    void e2WhatRunsRunsOnceMore()
    {
        HandRig rig;
        rig.modified("o1");
        QCOMPARE(rig.runs(3), "o1 o2 o3"); // as an event, before resyncs
        rig.worker.finish();
        QCOMPARE(rig.runAll().find("o1 "), std::string::npos);
    }

    void e2WhatHasEndedRunsOnceMore()
    {
        HandRig rig;
        rig.modified("o0");
        QCOMPARE(rig.runs(3), "o0 o2 o3");
        rig.worker.finish();
        QCOMPARE(rig.runAll().starts_with("o4"), true);
    }

    // E3

    void e3AFreshEventIsNext()
    {
        HandRig rig;
        rig.created("fresh");
        QCOMPARE(rig.runs(3), "fresh o2 o3");
    }

    void e3WhatWasTakenFirstIsFirstAgain()
    {
        HandRig rig;
        QCOMPARE(rig.other.take(), "o32");
        QCOMPARE(rig.other.goOn(), "o33");
        rig.created("fresh");
        QCOMPARE(rig.runs(2), "fresh o2");
        rig.worker.finish();
        QVERIFY(rig.runAll().starts_with("o3 o4"));
    }

    void e3OneHandThatIsClosedKeepsTheOrderOfAll()
    {
        HandRig rig;
        rig.other.take();
        rig.modified("o5"); // in the first hand: the other was dealt later
        QCOMPARE(rig.runs(4), "o5 o2 o3 o4");
    }

    void e3EveryEighthTurnIsForWhatHasAged()
    {
        AgedRig rig(500, 800);
        FastWorker worker(rig, 1);
        int aged = 0;
        worker.take();
        for (int i = 0; i < 800; ++i) {
            aged += worker.id().starts_with('o');
            if (i % 5 == 0)
                rig.created("more" + std::to_string(i)); // now and then a hand is closed
            if (i % 7 == 0)
                static_cast<void>(rig.gauges());
            worker.goOn();
        }
        QVERIFY2(aged >= 98 && aged <= 102, qPrintable(QString::number(aged)));
    }

    // An aged turn counts when it is taken, those before it in a hand only when they are had.
    void e3TheShareOfWhatHasAgedIsTheSameForMany()
    {
        constexpr int Workers = 6;
        constexpr int Turns = 4000;
        AgedRig rig(1500, 2000);
        std::deque<FastWorker> workers;
        for (int i = 0; i < Workers; ++i)
            workers.emplace_back(rig, i + 1).take();
        int aged = 0;
        for (int i = 0; i < Turns; ++i) {
            rig.created("more" + std::to_string(i));
            if (i % 4 == 0)
                static_cast<void>(rig.gauges());
            aged += workers[static_cast<std::size_t>(i % Workers)].goOn().starts_with('o');
        }
        QVERIFY2(std::abs(aged - Turns / 8) <= 10, qPrintable(QString::number(aged)));
    }

    void e3WhatWaitsInAHandComesBeforeWhatIsReadyInAWorseBand()
    {
        ScheduleRig rig;
        rig.listObjects(100);
        for (const char *id : {"e1", "e2", "e3"})
            rig.created(id);
        FastWorker worker(rig, 1);
        FastWorker other(rig, 2);
        QCOMPARE(worker.take(), "e1");
        QCOMPARE(other.take(), "e2");
        QCOMPARE(worker.goOn(), "e3");
        QCOMPARE(other.goOn(), "o0");
    }

    // E7: what is believed is read when a run begins

    void e7WhatIsDeletedMeanwhileIsRemoved()
    {
        HandRig rig;
        rig.deleted("o2");
        QCOMPARE(rig.runs(1), "o2");
        QCOMPARE(rig.worker.lease().run().existence(), Existence::Deleted);
    }

    void e7WhatAListLacksIsLookedFor()
    {
        HandRig rig;
        rig.beginList();
        for (int i = 0; i < HandRig::Objects; ++i) {
            if (i != 2)
                rig.listed(ScheduleRig::objectName(i));
        }
        rig.endList(ListResult::complete());
        QCOMPARE(rig.runs(1), "o2");
        QCOMPARE(rig.worker.lease().run().existence(), Existence::Missing);
    }

    void e7WhatRunsIsAskedAgain()
    {
        HandRig rig;
        QCOMPARE(rig.queue.existence(rig.worker.lease()), Existence::Present);
        rig.deleted("o1");
        QCOMPARE(rig.queue.existence(rig.worker.lease()), Existence::Deleted);
    }

    // E16: behind a slow run nothing waits that another worker could run

    void e16WhoIsFreeGetsWhatWaitsBehindASlowRun()
    {
        HandRig rig;
        rig.clock.advance(2ms);
        QCOMPARE(rig.other.take(), "o2");
        QCOMPARE(rig.worker.staged(), std::size_t(0));
        QCOMPARE(rig.worker.seat().item->id(), "o1");
    }

    void e16WhoFindsNothingElseGetsItAtOnce()
    {
        ScheduleRig rig;
        rig.listObjects(16);
        FastWorker slow(rig, 1);
        slow.take();
        std::deque<FastWorker> others;
        std::string ids;
        for (int i = 2; i <= 16; ++i)
            ids += others.emplace_back(rig, i).take() + " ";
        QCOMPARE(ids, "o4 o5 o6 o7 o8 o9 o10 o11 o12 o13 o14 o15 o1 o2 o3 ");
    }

    // Threads that sleep are not woken by what is in a hand, so nothing waits in one meanwhile.
    void e16WhatIsReadyBeginsHoweverSlowAllOthersAre()
    {
        constexpr int Items = 16;
        WorkQueue queue(SteadyClock::instance(), {});
        std::atomic<int> begun = 0;
        std::atomic<bool> mayEnd = false;
        std::deque<Seat> seats(Items + 4);
        std::vector<std::jthread> workers;
        for (Seat &seat : seats) {
            makeFast(seat);
            workers.emplace_back([&] {
                for (auto lease = queue.take(seat); lease;) {
                    ++begun;
                    mayEnd.wait(false);
                    queue.exchange(lease, {}, SteadyClock::instance().now());
                }
            });
        }
        queue.update<Intake>([](Intake &intake, TimePoint now) {
            intake.openGate();
            for (int i = 0; i < Items; ++i)
                intake.add(ScheduleRig::objectName(i), Cause::Modified, now);
        });
        const bool all = eventually([&] { return begun == Items; });
        mayEnd = true;
        mayEnd.notify_all();
        queue.shutDown();
        QVERIFY(all);
    }

    void e16WhatIsNotBegunIsSharedOutWithoutRetriesThatWait()
    {
        ControllerOptions options;
        options.retryRate = 0.01;
        options.retryBurst = 1;
        options.backoffBase = 1ms;
        ScheduleRig rig(options);
        rig.listObjects(100);
        rig.runAll(retry());
        rig.pass(1min);
        for (const char *id : {"a", "b", "c"})
            rig.created(id);
        FastWorker worker(rig, 1);
        worker.take();
        QCOMPARE(worker.staged(), std::size_t(0)); // of three
    }

    void aShortageClosesAllHands()
    {
        HandRig rig;
        QCOMPARE(rig.other.take(), "o32");
        rig.worker.finish({Outcome::shortage("no memory"), Ran::Add});
        QCOMPARE(rig.other.staged(), std::size_t(0));
        QCOMPARE(rig.take(), nullptr); // one is enough to see whether there is memory again
    }

    void e16ADeadlineIsSeen()
    {
        HandRig rig;
        rig.worker.lease().run().setDeadline(rig.now() + 1s);
        rig.clock.advance(2s);
        rig.on<Runs>([&](Runs &runs, TimePoint now) {
            QVERIFY(rig.worker.seat().run);
            QVERIFY(rig.worker.seat().run->passDeadline(now).has_value());
            runs.markStuck(*rig.worker.seat().item, now);
        });
        QCOMPARE(rig.state("o1"), ItemState::Stuck);
        rig.worker.finish(retry());
        QCOMPARE(rig.state("o1"), ItemState::BackOff);
    }

    // E21: pause

    void e21NothingBeginsOnceTheControllerIsPaused()
    {
        HandRig rig;
        rig.on<Orders>(
            [](Orders &orders, TimePoint) { orders.pause(TimePoint::max(), "to have a look"); });
        rig.worker.finish();
        QCOMPARE(rig.counters().dequeued, std::uint64_t(2));
        QCOMPARE(rig.take(), nullptr);
    }

    void e21APausedItemDoesNotBegin()
    {
        HandRig rig;
        rig.pauseItem("o2");
        QCOMPARE(rig.runs(2), "o3 o4");
        QCOMPARE(rig.state("o2"), ItemState::Paused);
        rig.resumeItem("o2");
        rig.worker.finish();
        QVERIFY(rig.runAll().find("o2") != std::string::npos);
    }

    void e21AHoldBackCounts()
    {
        HandRig rig;
        rig.on<Runs>(
            [](Runs &runs, TimePoint now) { runs.holdBack(1h, "the lock service is away", now); });
        rig.worker.finish();
        QCOMPARE(rig.take(), nullptr);
    }

    // E24: stop

    void e24WhoStopsWaitsForWhatIsInHands()
    {
        HandRig rig;
        rig.queue.shutDown();
        QVERIFY(!rig.queue.drain(rig.now()));
        while (!rig.worker.id().empty())
            rig.worker.goOn();
        QVERIFY(rig.queue.drain(rig.now()));
        QCOMPARE(rig.counters().handled, std::uint64_t(HandRig::Objects));
    }

    void e24WhatIsLeftInAHandIsSaidToBeLeft()
    {
        HandRig rig;
        rig.queue.shutDown();
        rig.queue.abandon();
        QCOMPARE(rig.worker.goOn(), "");
        QCOMPARE(rig.unfinished().count, std::size_t(HandRig::Objects - 2));
        QCOMPARE(rig.unfinished(2).ids.size(), std::size_t(2));
        QVERIFY(rig.worker.seat().left);
    }

    void whoIsToLeaveLeavesItsHand()
    {
        HandRig rig;
        std::array<Seat *, 1> seats{&rig.worker.seat()};
        QCOMPARE(rig.queue.keepSeats(seats, 0), std::size_t(0));
        QCOMPARE(rig.worker.goOn(), "");
        QCOMPARE(rig.runAll().starts_with("o2 o3"), true);
    }

    // What follows from a run is noted at once

    void whatFollowsIsNotKeptBack()
    {
        HandRig rig;
        rig.worker.goOn(requeueAfter(1s));
        QCOMPARE(rig.nextDue(), Duration(1s));
        rig.worker.goOn(retry());
        QCOMPARE(rig.state("o2"), ItemState::BackOff);
        rig.worker.goOn(park());
        QCOMPARE(rig.state("o3"), ItemState::Parked);
    }

    void whatIsRemovedIsForgotten()
    {
        HandRig rig;
        rig.worker.goOn(removed());
        QVERIFY(!rig.knows("o1"));
        QCOMPARE(rig.itemsInMemory(), std::size_t(HandRig::Objects - 1));
        QCOMPARE(rig.counters().removed, std::uint64_t(1));
    }

    void whatWasRemovedCanComeBackBeforeThatIsNoted()
    {
        HandRig rig;
        rig.worker.goOn(removed());
        rig.created("o1");
        QCOMPARE(rig.runs(1), "o1");
        QCOMPARE(rig.counters().removed, std::uint64_t(1));
    }

    // A handler may keep what its attempt reports through

    void aSinkThatIsKeptSaysNothingOfOthers()
    {
        HandRig rig;
        const std::shared_ptr<AttemptSink> kept = rig.worker.lease().run().shared_from_this();
        QCOMPARE(rig.runs(2), "o2 o3");
        kept->progress(1, 2);
        kept->requeue("o5");
        for (const char *id : {"o1", "o2", "o3"})
            QCOMPARE(rig.row(id).progressTotal, std::uint64_t(0));
        QVERIFY(&rig.worker.lease().run() != kept.get());
    }

    void aSinkThatIsKeptInsecurelySaysNothingOfOthers()
    {
        HandRig rig;
        const std::weak_ptr<AttemptSink> kept = rig.worker.lease().run().shared_from_this();
        for (int i = 0; i < 4; ++i) {
            rig.runs(1);
            if (const auto sink = kept.lock())
                sink->progress(7, 9);
        }
        for (const char *id : {"o1", "o2", "o3", "o4", "o5"})
            QCOMPARE(rig.row(id).progressTotal, std::uint64_t(0));
    }

    void theTimeInAStateBeginsAfterTheRun()
    {
        ScheduleRig rig;
        rig.listObjects(200);
        rig.pass(10min);
        FastWorker worker(rig, 1);
        worker.take();
        QCOMPARE(worker.goOn(), "o1");
        worker.finish(waitFor("the database", 1h));
        QCOMPARE(rig.row("o1").state, ItemState::Waiting);
        QCOMPARE(rig.row("o1").since, rig.now());
    }

    void aRequestToStopIsOfOneRun()
    {
        HandRig rig;
        static_cast<void>(rig.worker.lease().run().stop().request_stop());
        const std::stop_token before = rig.worker.lease().run().stop().get_token();
        rig.runs(1);
        QVERIFY(before.stop_requested());
        QVERIFY(!rig.worker.lease().run().stop().stop_requested());
        QCOMPARE(rig.worker.lease().run().deadline(), TimePoint::max());
    }
};

QONTROLLER_TEST(HandsTest)
#include "tst_hands.moc"
