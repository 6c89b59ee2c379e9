// SPDX-License-Identifier: LGPL-3.0-or-later
#include "lockedrig.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

using LockAnswer = ScriptedLocker::Answer;

namespace {

class BrokenLock final : public ObjectLock
{
public:
    explicit BrokenLock(std::atomic<int> &released)
        : m_released(released)
    {}
    std::uint64_t fence() const override { throw std::runtime_error("no fence"); }
    std::optional<Error> release(std::stop_token) override
    {
        ++m_released;
        return std::nullopt;
    }

private:
    std::atomic<int> &m_released;
};

LockResult refused()
{
    return LockResult::refused("host 2");
}

} // namespace

/// E15: the right to handle an id when several hosts run the same controller.
class LocksTest : public QObject
{
    Q_OBJECT

private slots:
    void e15_aLockCountsAsHeldFromItsGrantOn()
    {
        LockedRig rig;
        Latch &asking = rig.latch();
        Latch &handling = rig.latch();
        rig.testLocker->setAnswer([&asking] {
            asking.wait();
            return granted();
        });
        rig.probe->onAdd([&handling](const Attempt &) {
            handling.wait();
            return Outcome::done();
        });
        rig.start();
        QVERIFY(eventually([&] { return rig.testLocker->asked() == 1; }));
        QCOMPARE(rig.gauges().running, std::uint64_t(1));
        QCOMPARE(rig.gauges().locksHeld, std::uint64_t(0));
        asking.open();
        QVERIFY(eventually([&] { return rig.gauges().locksHeld == 1; }));
        handling.open();
        QVERIFY(rig.settles());
        QCOMPARE(rig.gauges().locksHeld, std::uint64_t(0));
    }

    void e15_theLockIsHeldWhileTheHandlerRuns()
    {
        LockedRig rig;
        std::atomic<int> alive = 0;
        std::atomic<int> aliveInHandler = -1;
        std::atomic<std::uint64_t> fence = 0;
        std::atomic<std::uint64_t> fenceInStorage = 0;
        rig.testLocker->setAnswer([&alive] { return granted({.fence = 17, .alive = &alive}); });
        rig.probe->onGet([&](const Attempt &attempt) {
            fenceInStorage = attempt.fence;
            return Probe::object(attempt.id);
        });
        rig.probe->onAdd([&](const Attempt &attempt) {
            aliveInHandler = alive.load();
            fence = attempt.fence;
            return Outcome::done();
        });
        QVERIFY(rig.startAndSettle());
        QCOMPARE(aliveInHandler.load(), 1);
        QCOMPARE(fence.load(), 17U);
        QCOMPARE(fenceInStorage.load(), 17U);
        QCOMPARE(alive.load(), 0);
        QCOMPARE(rig.counters().locksGranted, 1U);
    }

    void e15_withoutALockNothingRunsAndNoAttemptIsUsed_data()
    {
        QTest::addColumn<LockAnswer>("answer");
        QTest::addColumn<QString>("text");
        const auto row = [](const char *name, LockAnswer answer, const char *text) {
            QTest::newRow(name) << answer << text;
        };
        row("refused", refused, "host 2");
        row(
            "refused without a word", [] { return LockResult::refused({}); }, "");
    }
    void e15_withoutALockNothingRunsAndNoAttemptIsUsed()
    {
        QFETCH(LockAnswer, answer);
        QFETCH(QString, text);
        LockedRig rig;
        rig.testLocker->setAnswer(answer);
        rig.start();
        QVERIFY(rig.reaches("a", ItemState::WaitingForLock));
        const ItemRow row = rig.row("a");
        QCOMPARE(row.errors, 0U);
        QCOMPARE(QString::fromStdString(row.text), text);
        QVERIFY(row.lastSuccess == TimePoint{});
        QCOMPARE(rig.probe->total().gets, 0);
        QCOMPARE(rig.counters().locksRefused, 1U);
        QCOMPARE(rig.counters().errors, 0U);
        QVERIFY(!rig.status().isIdle());

        rig.testLocker->setAnswer([] { return granted(); });
        QVERIFY(rig.passToNextRun("a"));
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->log(), "+a");
    }

    void e15_aLockerThatBreaksIsAFailedAttempt_data()
    {
        QTest::addColumn<LockAnswer>("answer");
        QTest::addColumn<QString>("why");
        QTest::addColumn<int>("panics");
        const auto row = [](const char *name, LockAnswer answer, const char *why, int panics) {
            QTest::newRow(name) << answer << why << panics;
        };
        row(
            "failed", [] { return LockResult::failed("no server"); }, "no server", 0);
        row(
            "thrown", []() -> LockResult { throw std::runtime_error("no route"); }, "no route", 1);
        row(
            "thrown int", []() -> LockResult { throw 1; }, "an exception of an unknown type", 1);
        row(
            "nothing granted", [] { return LockResult::granted(nullptr); },
            "acquire() of ObjectLocker granted one and gave none", 0);
        row(
            "without a word", [] { return LockResult::failed(""); },
            "acquire() of ObjectLocker failed without saying why", 0);
    }
    void e15_aLockerThatBreaksIsAFailedAttempt()
    {
        QFETCH(LockAnswer, answer);
        QFETCH(QString, why);
        QFETCH(int, panics);
        LockedRig rig;
        rig.testLocker->setAnswer(answer);
        rig.start();
        QVERIFY(rig.reaches("a", ItemState::BackOff));
        QCOMPARE(QString::fromStdString(rig.row("a").text), "no lock could be got: " + why);
        QCOMPARE(rig.row("a").errors, 1U);
        const Counters counters = rig.counters();
        QCOMPARE(counters.errors, 1U);
        QCOMPARE(counters.panics, std::uint64_t(panics));
        QCOMPARE(counters.locksRefused, 0U);
        QCOMPARE(counters.locksGranted, 0U);
        QCOMPARE(rig.probe->total().gets, 0);
        QCOMPARE(rig.events(EventRecord::Kind::Error).size(), std::size_t(1));

        rig.testLocker->setAnswer([] { return granted(); });
        QVERIFY(rig.passToNextRun("a"));
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->log(), "+a");
    }

    void e15_aLockThatIsLostWhenItIsGrantedIsAFailedAttempt()
    {
        LockedRig rig;
        rig.testLocker->setAnswer([&locker = *rig.testLocker] {
            locker.sink()->lost();
            return granted();
        });
        rig.start();
        QVERIFY(rig.reaches("a", ItemState::BackOff));
        QCOMPARE(rig.row("a").text, "no lock could be got: it was lost when it was granted");
        QCOMPARE(rig.probe->total().gets, 0);
        QCOMPARE(rig.counters().locksGranted, 0U);
    }

    void aLockerThatFailsWithoutAWordIsNamed()
    {
        LockedRig rig;
        rig.testLocker->setAnswer([] { return LockResult::away(""); });
        rig.start();
        QVERIFY(rig.reaches("a", ItemState::WaitingForLock));
        QCOMPARE(rig.row("a").text, "acquire() of ObjectLocker failed without saying why");
    }

    void e15_aLockLostWhileRunningStopsTheAttempt()
    {
        LockedRig rig;
        Latch &held = rig.latch();
        std::atomic<bool> asked = false;
        rig.probe->onAdd([&](const Attempt &attempt) {
            if (!held.wait(attempt.stop))
                asked = true;
            return Outcome::done();
        });
        rig.start();
        QVERIFY(eventually([&] { return held.waiting() == 1; }));
        rig.testLocker->sink()->lost();
        QVERIFY(rig.reaches("a", ItemState::WaitingForLock));
        QVERIFY(asked);
        QCOMPARE(rig.counters().locksLost, 1U);
        QCOMPARE(rig.counters().added, 0U);
        QCOMPARE(rig.row("a").errors, 0U);
        QVERIFY(rig.row("a").lastSuccess == TimePoint{});
        QCOMPARE(rig.events(EventRecord::Kind::LockLost).size(), std::size_t(1));

        held.open(); // and the next attempt has a stop token of its own
        QVERIFY(rig.passToNextRun("a"));
        QVERIFY(rig.settles());
        QCOMPARE(rig.counters().added, 1U);
    }

    void e15_aLockLostBeforeTheHandlerRunsIsLostTooAndItIsNotCalled()
    {
        LockedRig rig;
        rig.probe->onGet([&locker = *rig.testLocker](const Attempt &attempt) {
            locker.sink()->lost();
            return Probe::object(attempt.id);
        });
        rig.start();
        QVERIFY(rig.reaches("a", ItemState::WaitingForLock));
        QCOMPARE(rig.probe->total().adds, 0);
        QCOMPARE(rig.counters().locksLost, 1U);
    }

    void e15_aLockWhoseFenceThrowsIsAFailedLockAndGivenBack()
    {
        LockedRig rig;
        std::atomic<int> released = 0;
        rig.testLocker->setAnswer(
            [&released] { return LockResult::granted(std::make_unique<BrokenLock>(released)); });
        rig.start();
        QVERIFY(rig.reaches("a", ItemState::BackOff));
        QCOMPARE(rig.row("a").text, "no lock could be got: no fence");
        QCOMPARE(released.load(), 1);
        QCOMPARE(rig.probe->total().adds, 0);
    }

    void e16_theReleaseOfALockIsNotTheNextAttemptsTime()
    {
        LockedRig rig;
        rig.options.workers = 1;
        rig.source->put("b");
        rig.testLocker->setAnswer([&rig] {
            return granted({.onRelease = [&rig](auto &&) -> std::optional<Error> {
                rig.pass(150ms);
                return std::nullopt;
            }});
        });
        std::atomic<int> onTime = 0;
        rig.probe->onAdd([&](const Attempt &) {
            onTime += rig.pull().workers.at(0).since == rig.clock.now();
            return Outcome::done();
        });
        QVERIFY(rig.startAndSettle());
        QCOMPARE(rig.probe->total().adds, 2);
        QCOMPARE(onTime.load(), 2);
    }
};

QONTROLLER_TEST(LocksTest)
#include "tst_locks.moc"
