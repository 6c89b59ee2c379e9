// SPDX-License-Identifier: LGPL-3.0-or-later
#include "effort.h"
#include "heldhandlers.h"
#include "testprogram.h"

#include <barrier>
#include <thread>
#include <vector>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// As many objects as it is asked for, each held by its handler until the latch opens.
struct BusyRig : HeldHandlers
{
    explicit BusyRig(int workers, int objects = 100)
        : HeldHandlers(workers)
    {
        source->putMany(objects);
    }
};

} // namespace

/// E23: what can be changed while it runs.
class LiveChangesTest : public QObject
{
    Q_OBJECT

private slots:
    void e23_moreWorkersStartAtOnce()
    {
        BusyRig rig(1);
        rig.start();
        QVERIFY(rig.isBusy(1));
        rig.command(setWorkers(8));
        QVERIFY(rig.isBusy(8));
        QCOMPARE(rig.gauges().workers, 8);
        QCOMPARE(rig.pull().options.workers, 8);
        std::set<int> numbers;
        for (const WorkerRow &row : rig.pull().workers)
            numbers.insert(row.number);
        QCOMPARE(numbers.size(), std::size_t(8));
    }

    void e23_whatIsShownIsSoWhenSeveralChangeItAtOnce()
    {
        EngineRig rig;
        rig.start();
        for (int round = 0; round < effort(100); ++round) {
            std::barrier together(4);
            {
                std::vector<std::jthread> callers;
                for (int i = 0; i < 4; ++i)
                    callers.emplace_back([&, i] {
                        together.arrive_and_wait();
                        rig.command(setWorkers(1 + 20 * i));
                    });
            }
            QCOMPARE(rig.gauges().workers, rig.pull().options.workers);
        }
    }

    void e23_withoutWorkersWhatIsDueIsSeenToWaitForOne()
    {
        constexpr int Count = 2500; // more than come due in one hold of the lock
        EngineRig rig;
        rig.options.workers = 1;
        rig.source->putMany(Count);
        rig.probe->onAdd([](const Attempt &) { return Outcome::requeueAfter(10s); });
        rig.start();
        QVERIFY(eventually([&] { return rig.probe->total().adds == Count && rig.settles(); }));
        rig.command(setWorkers(0));
        rig.pass(1min);
        QCOMPARE(rig.inState(ItemState::Waiting), std::uint64_t(Count));
    }

    void e23_fewerWorkersEndAfterTheirAttempts()
    {
        BusyRig rig(8);
        Latch &later = rig.latch();
        rig.start();
        QVERIFY(rig.isBusy(8));
        rig.command(setWorkers(2));
        QCOMPARE(rig.gauges().workers, 2);
        QCOMPARE(rig.gauges().running, 8U); // nobody is interrupted
        rig.probe->onAdd([&](const Attempt &attempt) {
            later.wait(attempt.stop);
            return Outcome::done();
        });
        rig.held.open();
        QVERIFY(eventually([&] { return later.waiting() == 2; }));
        QVERIFY(eventually([&] { return rig.counters().added == 8; }));
        QCOMPARE(rig.gauges().running, 2U);
        rig.command(setWorkers(2)); // those that ended are taken down now
        QVERIFY(eventually([&] {
            rig.command(setWorkers(2));
            return rig.pull().workers.size() == 2;
        }));
    }

    void e23_whileRunningUpAndDownNothingIsLost()
    {
        const auto before = threadCount();
        {
            EngineRig rig;
            rig.options.workers = 1;
            rig.source->putMany(50);
            QVERIFY(rig.startAndSettle());
            for (int round = 0; round < 50; ++round) {
                rig.command(setWorkers(round % 2 ? 1 : 6));
                for (int i = 0; i < 50; ++i)
                    rig.source->modified("o" + std::to_string(i));
            }
            QVERIFY(rig.settles());
            QVERIFY(!rig.probe->overlapped());
            for (int i = 0; i < 50; ++i)
                QVERIFY(rig.probe->adds("o" + std::to_string(i)) >= 2);
            // 1 worker, list, watch, and the thread that asks to stop
            QVERIFY(eventually([&] { return threadCount() == before + 4; }));
        }
        QVERIFY(eventually([&] { return threadCount() == before; }));
    }

    void e23_aRetryThatIsPlannedSurvivesTheLastWorker()
    {
        EngineRig rig;
        rig.options.workers = 1;
        rig.probe->failFirstAdd();
        rig.source->put("a");
        rig.start();
        QVERIFY(rig.reaches("a", ItemState::BackOff));
        rig.command(setWorkers(0)); // it was the one that kept the time
        rig.command(setWorkers(2));
        QVERIFY(eventually([&] { return rig.clock.waiting() == 2; }));
        QVERIFY(rig.passToNextRun("a"));
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->adds("a"), 2);
    }

    void e23_theResyncInterval()
    {
        EngineRig rig;
        rig.source = std::make_shared<ScriptedSource>(WatchMode::None);
        QVERIFY(rig.startAndSettle());
        rig.command(setOption(&ControllerOptions::resyncInterval, Duration(10s)));
        QVERIFY(eventually([&] {
            return rig.clock.waiting() == 1 && rig.clock.nextDeadline() - rig.clock.now() <= 11s;
        }));
        QVERIFY(rig.clock.nextDeadline() - rig.clock.now() >= 9s);
        QCOMPARE(rig.pull().options.resyncInterval, Duration(10s));
        rig.pass(11s);
        QVERIFY(eventually([&] { return rig.source->listsEnded() == 2; }));
    }

    void e23_anIntervalThatHasPassedAlreadyListsAtOnce()
    {
        SettledRig rig;
        QVERIFY(eventually([&] { return rig.clock.waiting() == 1; })); // the list thread sleeps
        rig.pass(10min);
        rig.command(setOption(&ControllerOptions::resyncInterval, Duration(1min)));
        QVERIFY(eventually([&] { return rig.source->listsEnded() == 2; }));
    }

    void e23_theRetryLimit()
    {
        EngineRig rig;
        rig.options.maxRetries = 1000;
        rig.probe->onAdd([](const Attempt &) { return Outcome::retry("it broke"); });
        rig.source->put("a");
        rig.start();
        QVERIFY(rig.reaches("a", ItemState::BackOff));
        rig.command(setOption(&ControllerOptions::maxRetries, 2));
        QVERIFY(rig.passUntil([&] { return rig.inState(ItemState::Failed) == 1; }, 1min));
        QCOMPARE(rig.probe->adds("a"), 3);
        QCOMPARE(rig.pull().options.maxRetries, 2);
    }

    void e23_theRetryRate()
    {
        EngineRig rig;
        rig.probe->onAdd([](const Attempt &) { return Outcome::retry("it broke"); });
        QVERIFY(rig.startAndSettle());
        rig.command(SetOptions{{{findOption("retryRate"), 0.1}, {findOption("retryBurst"), 1}}});
        rig.source->created("a");
        rig.source->created("b");
        QVERIFY(eventually([&] { return rig.inState(ItemState::BackOff) == 2; }));
        rig.pass(1s); // one of them starts
        QVERIFY(eventually([&] { return rig.counters().handled == 3; }));
        rig.pass(8s);
        QCOMPARE(rig.counters().handled, 3U);
        rig.pass(2s);
        QVERIFY(eventually([&] { return rig.counters().handled == 4; }));
        QCOMPARE(rig.pull().options.retryBurst, 1);
    }

    // As when another session is applied.
    void e23_workersAreSetTogetherWithOtherOptions()
    {
        SettledRig rig;
        ControllerOptions wanted = rig.options;
        wanted.workers = 9;
        wanted.backoffBase = 1s;
        rig.command(setOptions(rig.options, wanted));
        QVERIFY(rig.pull().options == wanted);
        QTRY_COMPARE(rig.pull().gauges.workers, 9U);
    }

    void e23_upAndDownWhileHandlersHangStartsNoMoreThanWorkers_data()
    {
        QTest::addColumn<int>("workers");
        QTest::newRow("one") << 1;
        QTest::newRow("three") << 3;
    }
    void e23_upAndDownWhileHandlersHangStartsNoMoreThanWorkers()
    {
        QFETCH(int, workers);
        EngineRig rig;
        Latch &hangs = rig.latch();
        rig.options.workers = workers;
        rig.source->putMany(30);
        rig.probe->onAdd([&](const Attempt &) {
            hangs.wait();
            return Outcome::done();
        });
        rig.start();
        QVERIFY(eventually([&] { return hangs.waiting() == workers; }));
        for (int i = 0; i < 5; ++i) {
            rig.command(setWorkers(0));
            rig.command(setWorkers(workers));
        }
        QCOMPARE(rig.pull().workers.size(), std::size_t(workers));
        QCOMPARE(rig.probe->running(), workers);
        hangs.open();
        QVERIFY(rig.settles()); // those that were to leave stay and go on
        QCOMPARE(rig.probe->total().adds, 30);
    }

    void e23_replacementsStayWithinTheirLimitWhileTheNumberChanges()
    {
        EngineRig rig;
        Latch &hangs = rig.latch();
        rig.options.workers = 1;
        rig.options.handlerTimeout = 1s;
        rig.source->putMany(30);
        rig.probe->onAdd([&](const Attempt &) {
            hangs.wait();
            return Outcome::done();
        });
        rig.start();
        for (int busy = 1; busy <= 5; ++busy) { // 4 are replaced, the fifth keeps its place
            QVERIFY(eventually([&] { return hangs.waiting() == busy; }));
            rig.pass(1s);
            QVERIFY(eventually([&] { return rig.inState(ItemState::Stuck) == unsigned(busy); }));
        }
        for (int i = 0; i < 5; ++i) {
            rig.command(setWorkers(0));
            rig.command(setWorkers(1));
            rig.pass(1s);
        }
        QCOMPARE(rig.pull().workers.size(), std::size_t(5));
        QCOMPARE(rig.gauges().stuckInPlace, 1U);
    }
};

QONTROLLER_TEST(LiveChangesTest)
#include "tst_livechanges.moc"
