// SPDX-License-Identifier: LGPL-3.0-or-later
#include "enginerig.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// One object whose handler hangs, whatever it is asked, until the latch opens.
struct HangingRig : EngineRig
{
    explicit HangingRig(int workers = 1)
    {
        options.workers = workers;
        options.handlerTimeout = 10s;
        probe->onAdd([this](const Attempt &attempt) {
            if (attempt.id != "hangs")
                return Outcome::done();
            const std::stop_callback asked(attempt.stop, [this] { wasAsked = true; });
            hanging.wait();
            return Outcome::done();
        });
        source->put("hangs");
    }
    [[nodiscard]] bool hangs()
    {
        start();
        return eventually([this] { return hanging.waiting() == 1; });
    }
    /// Waits until the deadline watch sleeps, then passes the deadline.
    [[nodiscard]] bool passDeadline()
    {
        pass(options.handlerTimeout);
        return reaches("hangs", ItemState::Stuck);
    }

    Latch &hanging = latch();
    std::atomic<bool> wasAsked = false;
};

/// Objects o0, o1 … whose handlers all hang, and workers that get stuck one after
/// the other.
struct AlwaysHanging : HangingRig
{
    explicit AlwaysHanging(int count, int workers = 1)
        : HangingRig(workers)
        , objects(count)
    {
        probe->onAdd([this](const Attempt &) {
            hanging.wait();
            return Outcome::done();
        });
        source->drop("hangs");
        source->putMany(objects);
    }
    [[nodiscard]] bool allAreStuck()
    {
        start();
        for (int busy = 0; busy < objects;) {
            busy = std::min(busy + options.workers, objects);
            if (!eventually([&] { return probe->running() == busy; }))
                return false;
            pass(options.handlerTimeout);
            const auto stuck = [&] {
                return inState(ItemState::Stuck) == static_cast<unsigned>(busy);
            };
            if (!eventually(stuck))
                return false;
        }
        return true;
    }
    int objects;
};

} // namespace

/// E16: handlers that run past their deadline.
class DeadlinesTest : public QObject
{
    Q_OBJECT

private slots:
    void e16_atTheDeadlineTheAttemptIsAskedToStopAndShownAsStuck()
    {
        HangingRig rig;
        QVERIFY(rig.hangs());
        rig.pass(9s);
        QCOMPARE(rig.row("hangs").state, ItemState::Running);
        QVERIFY(!rig.wasAsked);
        rig.pass(1s);
        QVERIFY(rig.reaches("hangs", ItemState::Stuck));
        QVERIFY(eventually([&] { return rig.wasAsked.load(); }));
        QCOMPARE(rig.events(EventRecord::Kind::Stuck).size(), std::size_t(1));
        QVERIFY(rig.explanation("hangs").kind == Explanation::Kind::Stuck);
        const auto workers = rig.pull().workers;
        QVERIFY(std::ranges::any_of(workers, [](const WorkerRow &row) { return row.stuck; }));
    }

    void e16_theWorkerIsReplacedAndOthersGoOn()
    {
        HangingRig rig;
        QVERIFY(rig.hangs());
        rig.source->created("other");
        QVERIFY(rig.passDeadline());
        QVERIFY(eventually([&] { return rig.probe->adds("other") == 1; }));
        QVERIFY(eventually([&] { return rig.pull().workers.size() == 2; }));
        QCOMPARE(rig.gauges().workers, 1);
    }

    void e16_noSecondRunStartsUntilItReturns()
    {
        HangingRig rig(2);
        QVERIFY(rig.hangs());
        QVERIFY(rig.passDeadline());
        rig.source->modified("hangs");
        rig.command(ItemsAction{ItemVerb::Requeue, {"hangs"}});
        QVERIFY(rig.resync());
        rig.source->created("other");
        QVERIFY(eventually([&] { return rig.probe->adds("other") == 1; }));
        QVERIFY(eventually([&] { return rig.probe->running() == 1; })); // it alone
        QCOMPARE(rig.probe->adds("hangs"), 1);

        rig.hanging.open();
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->adds("hangs"), 2);
        QVERIFY(!rig.probe->overlapped());
        QCOMPARE(rig.row("hangs").state, ItemState::InSync);
    }

    void e16_afterTheReturnThereAreAsManyWorkersAsWanted()
    {
        const auto before = threadCount();
        {
            HangingRig rig(3);
            QVERIFY(rig.hangs());
            QVERIFY(rig.passDeadline());
            QVERIFY(eventually([&] { return rig.pull().workers.size() == 4; }));
            rig.hanging.open();
            QVERIFY(rig.settles());
            rig.command(setWorkers(3)); // has those taken down who ended
            QVERIFY(eventually([&] {
                rig.command(setWorkers(3));
                return rig.pull().workers.size() == 3;
            }));
        }
        QVERIFY(eventually([&] { return threadCount() == before; }));
    }

    void e16_everyAttemptHasADeadlineOfItsOwn()
    {
        HangingRig rig(2);
        Latch &second = rig.latch();
        rig.probe->onAdd([&](const Attempt &attempt) {
            attempt.id == "hangs" ? rig.hanging.wait() : second.wait();
            return Outcome::done();
        });
        QVERIFY(rig.hangs());
        rig.pass(6s);
        rig.source->created("later");
        QVERIFY(eventually([&] { return second.waiting() == 1; }));
        rig.pass(4s);
        QVERIFY(rig.reaches("hangs", ItemState::Stuck));
        QCOMPARE(rig.row("later").state, ItemState::Running);
        rig.pass(6s);
        QVERIFY(rig.reaches("later", ItemState::Stuck));
    }

    void e16_noThreadsWithoutEndAreStartedForHandlersThatAlwaysHang()
    {
        AlwaysHanging rig(5); // 4 replaced and one more
        QVERIFY(rig.allAreStuck());
        QCOMPARE(rig.gauges().stuckInPlace, 1U);
        rig.source->created("waits");
        for (int i = 0; i < 3; ++i)
            rig.pass(10s);
        QCOMPARE(rig.pull().workers.size(), std::size_t(5));
        QCOMPARE(rig.probe->adds("waits"), 0);
        QVERIFY(rig.explanation("waits").kind == Explanation::Kind::WaitsForWorker);
        QCOMPARE(rig.explanation("waits").stuck, 5U);
        const auto events = rig.events(EventRecord::Kind::Stuck);
        QCOMPARE(events.size(), std::size_t(6)); // each attempt, and this once:
        QVERIFY(events.back().said.kind == Said::Kind::NoReplacements);
        QVERIFY(events.back().id.empty());
        rig.hanging.open();
        QVERIFY(rig.settles());
        QCOMPARE(rig.counters().added, 6U);
        QCOMPARE(rig.gauges().stuckInPlace, 0U);
    }

    void e16_asManyAsAreWantedMayBeReplaced()
    {
        AlwaysHanging rig(12, 6);
        QVERIFY(rig.allAreStuck());
        QCOMPARE(rig.gauges().stuckInPlace, 6U);
        QCOMPARE(rig.pull().workers.size(), std::size_t(12));
    }

    void e16_whenOneReturnsAnotherIsReplaced()
    {
        AlwaysHanging rig(5);
        Latch &first = rig.latch();
        rig.probe->onAdd([&](const Attempt &attempt) {
            if (attempt.id != "waits")
                attempt.id == "o0" ? first.wait() : rig.hanging.wait();
            return Outcome::done();
        });
        QVERIFY(rig.allAreStuck());
        QCOMPARE(rig.gauges().stuckInPlace, 1U);
        rig.source->created("waits");
        first.open();
        QVERIFY(eventually([&] { return rig.counters().added == 1; }));
        QVERIFY(eventually([&] { // no further: the deadline of "waits" would pass, too
            if (rig.gauges().stuckInPlace == 0)
                return true;
            rig.pass(1s);
            return false;
        }));
        QVERIFY(eventually([&] { return rig.probe->adds("waits") == 1; }));
    }

    void e16_aStopCallbackThatBlocksHoldsUpNoOtherDeadline()
    {
        HangingRig rig(2);
        Latch &callback = rig.latch();
        Latch &obeys = rig.latch();
        rig.probe->onAdd([&](const Attempt &attempt) {
            if (attempt.id != "hangs") {
                obeys.wait(attempt.stop);
                return Outcome::done();
            }
            const std::stop_callback asked(attempt.stop, [&] { callback.wait(); });
            rig.hanging.wait();
            return Outcome::done();
        });
        QVERIFY(rig.hangs());
        QVERIFY(rig.passDeadline());
        QVERIFY(eventually([&] { return callback.waiting() == 1; }));
        rig.source->created("later");
        QVERIFY(eventually([&] { return obeys.waiting() == 1; }));
        QVERIFY(rig.passUntil([&] { return rig.probe->adds("later") == 1 && obeys.waiting() == 0; },
                              1min));
        QCOMPARE(rig.events(EventRecord::Kind::Stuck).size(), std::size_t(2));
    }
};

QONTROLLER_TEST(DeadlinesTest)
#include "tst_deadlines.moc"
