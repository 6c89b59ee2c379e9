// SPDX-License-Identifier: LGPL-3.0-or-later
#include "effort.h"
#include "lockedrig.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// Many objects, and a lock service that is there or away.
struct OutageRig : LockedRig
{
    explicit OutageRig(int objects)
    {
        source->drop("a");
        source->putMany(objects);
        testLocker->setAnswer(
            [this] { return isAway ? LockResult::away("no route to locks.example") : granted(); });
    }
    [[nodiscard]] bool isHeldBack()
    {
        return eventually([this] { return status().lockOutage.isAway(); })
               && eventually([this] { return gauges().running == 0; });
    }
    /// Lets so much time go by, step for step.
    [[nodiscard]] bool passSlowly(Duration time)
    {
        for (const TimePoint end = clock.now() + time; clock.now() < end;) {
            pass(100ms);
            if (!eventually([this] { return asksLater(); }))
                return false;
        }
        return true;
    }
    /// It is not asked now, and will be.
    [[nodiscard]] bool asksLater()
    {
        const auto facts = host.detail(id, "o0").value_or(ItemDetail{}).explanation;
        const auto away = std::ranges::find(facts, Explanation::Kind::LockServiceAway,
                                            &Explanation::kind);
        return away != facts.end() && away->until > clock.now() && gauges().running == 0;
    }
    [[nodiscard]] std::vector<EventRecord> outages()
    {
        return events(EventRecord::Kind::LockService);
    }

    std::atomic<bool> isAway = true;
};

} // namespace

/// E15: a lock service that is away is a state of the controller.
class LockOutageTest : public QObject
{
    Q_OBJECT

private slots:
    void e15_whileItIsAwayOneAsksForAll()
    {
        constexpr int objects = effort(200'000);
        OutageRig rig(objects);
        rig.options.workers = 4;
        rig.start();
        QVERIFY(rig.isHeldBack());
        const int first = rig.testLocker->asked();
        QVERIFY(first <= 4); // one for each worker
        QVERIFY(rig.passSlowly(10s));
        QCOMPARE(rig.testLocker->asked(), first + 6); // after 0.1, 0.3, 0.7, 1.5, 3.1 and 6.3 s
        QCOMPARE(rig.probe->total().gets, 0);

        QCOMPARE(rig.counters().locksAway, std::uint64_t(rig.testLocker->asked()));
        QCOMPARE(rig.counters().locksRefused, 0U);
        QCOMPARE(rig.counters().locksGranted, 0U);
        QCOMPARE(rig.counters().errors, 0U);
        QCOMPARE(rig.status().lockOutage.text, "no route to locks.example");
        QCOMPARE(rig.pull().lockOutage.text, "no route to locks.example");
        QVERIFY(!rig.status().isIdle());
        QCOMPARE(rig.status().troubled(), 0U);
        QCOMPARE(rig.outages().size(), std::size_t(1));
        QCOMPARE(rig.awaitEvent(EventRecord::Kind::LockService),
                 "the lock service is away: no route to locks.example");
        QVERIFY(rig.events(EventRecord::Kind::LockRefused).empty());

        rig.isAway = false;
        QVERIFY(rig.passUntil([&] { return rig.counters().added == unsigned(objects); }, 10s));
        QVERIFY(rig.settles());
        QVERIFY(!rig.status().lockOutage.isAway());
        QVERIFY(!rig.pull().lockOutage.isAway());
        QCOMPARE(rig.outages().size(), std::size_t(2));
        QVERIFY(rig.outages().back().said.kind == Said::Kind::LockServiceBack);
        QVERIFY(rig.outages().back().said.span > 10s);
        QCOMPARE(rig.counters().errors, 0U);
    }

    void e15_itIsAskedMoreAndMoreRarely()
    {
        OutageRig rig(2);
        rig.options.workers = 1;
        rig.start();
        QVERIFY(rig.isHeldBack());
        for (const Duration wanted : {100ms, 200ms, 400ms, 800ms, 1600ms, 3200ms, 5000ms, 5000ms}) {
            const int asked = rig.testLocker->asked();
            rig.pass(wanted - 1ms);
            QVERIFY(rig.isHeldBack());
            QCOMPARE(rig.testLocker->asked(), asked);
            rig.pass(1ms);
            QVERIFY(eventually([&] { return rig.testLocker->asked() == asked + 1; }));
            QVERIFY(rig.isHeldBack());
        }
        QCOMPARE(rig.outages().size(), std::size_t(1));
    }

    void e15_itIsSaidWhyNothingRuns()
    {
        OutageRig rig(3);
        rig.options.workers = 1;
        rig.start();
        QVERIFY(rig.isHeldBack());
        QVERIFY(eventually([&] { return rig.inState(ItemState::WaitingForLock) == 1; }));
        int waiting = 0;
        for (const char *id : {"o0", "o1", "o2"}) {
            const auto detail = rig.host.detail(rig.id, id);
            QVERIFY(detail);
            const auto &facts = detail->explanation;
            const auto away = std::ranges::find(facts, Explanation::Kind::LockServiceAway,
                                                &Explanation::kind);
            QVERIFY(away != facts.end());
            QCOMPARE(away->text, "no route to locks.example");
            QVERIFY(away->until > rig.clock.now());
            waiting += detail->row.state == ItemState::Waiting;
        }
        QCOMPARE(waiting, 2);
    }

    void e15_anEventAndAnOperatorAskNoSooner()
    {
        OutageRig rig(3);
        rig.options.workers = 1;
        rig.start();
        QVERIFY(rig.isHeldBack());
        const int asked = rig.testLocker->asked();
        rig.source->modified("o0");
        rig.command(ItemsAction{ItemVerb::Requeue, {"o0", "o1"}});
        rig.testLocker->sink()->freed("o0");
        QVERIFY(rig.resync());
        QCOMPARE(rig.testLocker->asked(), asked);
        QCOMPARE(rig.gauges().running, 0U);
    }

    void e15_anAnswerForOneIdIsNoOutage_data()
    {
        QTest::addColumn<bool>("throws");
        QTest::newRow("failed") << false;
        QTest::newRow("thrown") << true;
    }
    void e15_anAnswerForOneIdIsNoOutage()
    {
        QFETCH(bool, throws);
        OutageRig rig(20);
        rig.testLocker->setAnswer([throws]() -> LockResult {
            if (throws)
                throw std::runtime_error("bad name");
            return LockResult::failed("bad name");
        });
        rig.start();
        QVERIFY(eventually([&] { return rig.inState(ItemState::BackOff) == 20; }));
        QCOMPARE(rig.counters().locksAway, 0U);
        QCOMPARE(rig.counters().errors, 20U);
        QVERIFY(!rig.status().lockOutage.isAway());
    }

    void e15_aServiceThatRefusesIsThere()
    {
        OutageRig rig(3);
        rig.options.workers = 1;
        rig.start();
        QVERIFY(rig.isHeldBack());
        rig.testLocker->setAnswer([] { return LockResult::refused("host 2", 1h); });
        QVERIFY(rig.passUntil([&] { return rig.counters().locksRefused == 3; }, 1s));
        QVERIFY(!rig.status().lockOutage.isAway());
    }

    void e15_anAttemptThatHadItsLockBeforeSaysNothingOfTheService()
    {
        OutageRig rig(1);
        rig.isAway = false;
        Latch &slow = rig.latch();
        rig.probe->onAdd([&slow](const Attempt &) {
            slow.wait();
            return Outcome::done();
        });
        rig.start();
        QVERIFY(eventually([&] { return slow.waiting() == 1; }));
        rig.isAway = true;
        rig.source->created("b");
        QVERIFY(rig.reaches("b", ItemState::WaitingForLock));
        slow.open();
        QVERIFY(rig.reaches("o0", ItemState::InSync));
        QVERIFY(rig.status().lockOutage.isAway());
    }

    void e15_aGrantThatWasAskedForBeforeTheOutageDoesNotEndIt()
    {
        OutageRig rig(1);
        Latch &slow = rig.latch();
        std::atomic<int> asked = 0;
        rig.testLocker->setAnswer([&] {
            if (asked++ > 0)
                return LockResult::away("no route");
            slow.wait();
            return granted();
        });
        rig.start();
        QVERIFY(eventually([&] { return slow.waiting() == 1; }));
        rig.source->created("b");
        QVERIFY(rig.reaches("b", ItemState::WaitingForLock));
        slow.open();
        QVERIFY(eventually([&] { return rig.counters().added == 1; }));
        QVERIFY(rig.status().lockOutage.isAway());
        QCOMPARE(rig.outages().size(), std::size_t(1));
    }

    void e15_whoHadAskedBeforeItWentAwayMakesTheWaitNoLonger()
    {
        OutageRig rig(10);
        rig.options.workers = 4;
        Latch &slow = rig.latch();
        rig.testLocker->setAnswer([&] {
            slow.wait();
            return LockResult::away("no route");
        });
        rig.start();
        QVERIFY(eventually([&] { return slow.waiting() == 4; }));
        slow.open();
        QVERIFY(rig.isHeldBack());
        rig.pass(99ms);
        QCOMPARE(rig.testLocker->asked(), 4);
        rig.pass(1ms);
        QVERIFY(eventually([&] { return rig.testLocker->asked() == 5; }));
    }

    void e15_oneThatHangsWhileItAsksDoesNotKeepTheOthersFromAsking()
    {
        OutageRig rig(3);
        rig.options.workers = 2;
        Latch &hangs = rig.latch();
        rig.start();
        QVERIFY(rig.isHeldBack());
        std::atomic<int> asked = 0;
        rig.testLocker->setAnswer([&] {
            if (asked++ == 0)
                hangs.wait();
            return rig.isAway ? LockResult::away("no route") : granted();
        });
        QVERIFY(rig.passUntil([&] { return hangs.waiting() == 1; }, 1s));
        QVERIFY(rig.passUntil([&] { return asked >= 3; }, 10s));
        QVERIFY(rig.status().lockOutage.isAway());
        rig.isAway = false;
        QVERIFY(rig.passUntil([&] { return rig.counters().added == 2; }, 10s));
        QVERIFY(!rig.status().lockOutage.isAway());
    }

    void e24_aStopDoesNotWaitForTheService()
    {
        OutageRig rig(10);
        rig.start();
        QVERIFY(rig.isHeldBack());
        const StopReport report = rig.host.stop(30s).front();
        QCOMPARE(report.leftCount, 10U);
    }

    void e26_aShortageOfALockerIsNoOutage()
    {
        OutageRig rig(1);
        rig.testLocker->setAnswer([]() -> LockResult { throw std::bad_alloc(); });
        rig.start();
        QVERIFY(eventually([&] { return rig.counters().shortages == 1; }));
        QVERIFY(!rig.status().lockOutage.isAway());
    }
};

QONTROLLER_TEST(LockOutageTest)
#include "tst_lockoutage.moc"
