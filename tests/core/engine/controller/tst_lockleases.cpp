// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/engine/controller/controller.h"
#include "lockedrig.h"

#include <future>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// Its handler waits until it is asked to stop, or for the latch.
struct LeasedRig : LockedRig
{
    LeasedRig()
    {
        probe->onAdd([this](const Attempt &attempt) {
            deadline = attempt.deadline;
            slow.wait(attempt.stop);
            return Outcome::done();
        });
    }
    /// Locks are valid for that long, from their grant on.
    void leaseFor(Duration time)
    {
        testLocker->setAnswer([this, time] { return granted({.validUntil = clock.now() + time}); });
    }
    [[nodiscard]] bool isHandled()
    {
        return eventually([this] { return slow.waiting() == 1; });
    }

    Latch &slow = latch();
    std::atomic<TimePoint> deadline{TimePoint{}};
};

using Release = std::function<std::optional<Error>(std::stop_token)>;

} // namespace

/// E15, E16: locks that end by themselves, and locks that are given back.
class LockLeasesTest : public QObject
{
    Q_OBJECT

private slots:
    // Leases

    void e15_theEarlierOfHandlerTimeoutAndLeaseCounts_data()
    {
        QTest::addColumn<int>("timeout");
        QTest::addColumn<int>("lease");
        QTest::addColumn<int>("deadline");
        QTest::newRow("no timeout") << 0 << 30 << 27;
        QTest::newRow("lease first") << 60 << 30 << 27;
        QTest::newRow("timeout first") << 10 << 30 << 10;
        QTest::newRow("no lease") << 10 << 0 << 10;
    }
    void e15_theEarlierOfHandlerTimeoutAndLeaseCounts()
    {
        QFETCH(int, timeout);
        QFETCH(int, lease);
        QFETCH(int, deadline);
        LeasedRig rig;
        rig.options.handlerTimeout = std::chrono::seconds(timeout);
        if (lease > 0)
            rig.leaseFor(std::chrono::seconds(lease));
        rig.start();
        QVERIFY(rig.isHandled());
        QVERIFY(rig.deadline.load() == rig.clock.now() + std::chrono::seconds(deadline));
        rig.pass(std::chrono::seconds(deadline));
        QVERIFY(eventually([&] { return rig.counters().added == 1; }));
    }

    void e15_withoutLeaseAndTimeoutThereIsNoDeadline()
    {
        LeasedRig rig;
        rig.start();
        QVERIFY(rig.isHandled());
        QVERIFY(rig.deadline.load() == TimePoint::max());
        rig.pass(10h);
        QCOMPARE(rig.row("a").state, ItemState::Running);
    }

    void e15_aLeaseThatHasEndedWhenTheHandlerReturnsIsALostLock()
    {
        LeasedRig rig;
        Latch &deaf = rig.latch();
        rig.probe->onAdd([&deaf](const Attempt &) {
            deaf.wait();
            return Outcome::done();
        });
        rig.leaseFor(30s);
        rig.start();
        QVERIFY(eventually([&] { return deaf.waiting() == 1; }));
        rig.pass(30s);
        QVERIFY(rig.reaches("a", ItemState::Stuck));
        deaf.open();
        QVERIFY(rig.reaches("a", ItemState::WaitingForLock));
        QCOMPARE(rig.counters().locksLost, 1U);
        QCOMPARE(rig.counters().added, 0U);
        QCOMPARE(rig.row("a").errors, 0U);
        QVERIFY(rig.row("a").lastSuccess == TimePoint{});
    }

    void e15_aLeaseThatEndsBeforeTheHandlerIsCalledIsALostLock()
    {
        LeasedRig rig;
        rig.leaseFor(30s);
        rig.probe->onGet([&rig](const Attempt &attempt) {
            rig.pass(30s);
            return Probe::object(attempt.id);
        });
        rig.start();
        QVERIFY(rig.reaches("a", ItemState::WaitingForLock));
        QCOMPARE(rig.counters().locksLost, 1U);
        QCOMPARE(rig.probe->total().adds, 0);
    }

    void e15_aLeaseThatEndsBeforeTheRemovalIsALostLock()
    {
        LeasedRig rig;
        rig.options.massDeletionGuard = false; // it is all that there is
        rig.leaseFor(30s);
        rig.probe->onGet([&rig](const Attempt &) {
            rig.pass(30s);
            return Fetched<std::string>::gone();
        });
        rig.start();
        QVERIFY(rig.reaches("a", ItemState::WaitingForLock));
        QCOMPARE(rig.counters().locksLost, 1U);
        QCOMPARE(rig.probe->total().removes, 0);
    }

    void e15_aLockThatIsLostDuringItsReleaseWasLost()
    {
        LockedRig rig;
        rig.testLocker->setAnswer([&rig] {
            return granted({.onRelease = [&rig](std::stop_token) -> std::optional<Error> {
                rig.testLocker->sink()->lost();
                return std::nullopt;
            }});
        });
        rig.start();
        QVERIFY(rig.reaches("a", ItemState::WaitingForLock));
        QCOMPARE(rig.counters().locksLost, 1U);
        QCOMPARE(rig.counters().added, 0U);
    }

    void e15_aLeaseThatIsOverWhenItIsGrantedIsAFailedAttempt()
    {
        LeasedRig rig;
        rig.leaseFor(-1s);
        rig.start();
        QVERIFY(rig.reaches("a", ItemState::BackOff));
        QCOMPARE(rig.row("a").text, "no lock could be got: its lease was over when it was granted");
        QCOMPARE(rig.counters().locksLost, 0U);
        QCOMPARE(rig.probe->total().gets, 0);
    }

    void e15_aLeaseThatIsRenewedMovesTheDeadline()
    {
        LeasedRig rig;
        rig.leaseFor(30s);
        rig.start();
        QVERIFY(rig.isHandled());
        for (int i = 0; i < 5; ++i) {
            rig.pass(20s);
            rig.testLocker->sink()->renewed(rig.clock.now() + 30s);
        }
        QCOMPARE(rig.row("a").state, ItemState::Running);
        rig.pass(27s - 1ms);
        QCOMPARE(rig.row("a").state, ItemState::Running);
        rig.pass(1ms);
        QVERIFY(eventually([&] { return rig.counters().added == 1; }));
        QCOMPARE(rig.counters().locksLost, 0U);
    }

    void e15_aLeaseThatIsLostAHundredTimesIsInTheEndHandledOnce()
    {
        constexpr int Losses = 100;
        LeasedRig rig;
        std::atomic<int> alive = 0;
        std::atomic<int> released = 0;
        std::atomic<int> stopped = 0;
        rig.testLocker->setAnswer([&] {
            return granted(
                {.validUntil = rig.clock.now() + 30s, .alive = &alive, .released = &released});
        });
        rig.probe->onAdd([&](const Attempt &attempt) {
            stopped += !rig.slow.wait(attempt.stop);
            return Outcome::done();
        });
        rig.start();
        std::vector<std::shared_ptr<LockSink>> late;
        for (int i = 0; i < Losses; ++i) {
            QVERIFY(rig.isHandled());
            for (const auto &sink : late)
                sink->lost(); // of attempts that have ended
            rig.pass(10s);    // and the ends of their leases come
            QCOMPARE(stopped.load(), i);
            QCOMPARE(alive.load(), 1);
            late.push_back(rig.testLocker->sink());
            late.back()->lost();
            late.back()->lost(); // said twice
            QVERIFY(rig.reaches("a", ItemState::WaitingForLock));
            QCOMPARE(stopped.load(), i + 1);
            QCOMPARE(alive.load(), 0);
            QVERIFY(rig.passToNextRun("a"));
        }
        rig.slow.open();
        QVERIFY(rig.settles());
        QVERIFY(!rig.probe->overlapped());
        QCOMPARE(rig.row("a").state, ItemState::InSync);
        QCOMPARE(stopped.load(), Losses);
        QCOMPARE(released.load(), Losses + 1);
        QCOMPARE(rig.testLocker->asked(), Losses + 1);
        QCOMPARE(rig.probe->adds("a"), Losses + 1);
        const Counters counters = rig.counters();
        QCOMPARE(counters.locksGranted, std::uint64_t(Losses + 1));
        QCOMPARE(counters.locksLost, std::uint64_t(Losses));
        QCOMPARE(counters.handled, std::uint64_t(Losses + 1));
        QCOMPARE(counters.added, 1U);
        QCOMPARE(counters.errors, 0U);
        QCOMPARE(counters.retries, 0U);
        QCOMPARE(rig.events(EventRecord::Kind::LockLost).size(), std::size_t(Losses));
    }

    void e15_aCalendarThatJumpsEndsNeitherALeaseNorAPause_data()
    {
        QTest::addColumn<qint64>("hours");
        QTest::newRow("an hour forward") << 1LL;
        QTest::newRow("an hour back") << -1LL;
        QTest::newRow("a year forward") << 8760LL;
        QTest::newRow("to the year 1970") << -490'000LL;
    }
    void e15_aCalendarThatJumpsEndsNeitherALeaseNorAPause()
    {
        QFETCH(qint64, hours);
        LeasedRig rig;
        rig.leaseFor(30s);
        rig.source->put("b");
        rig.source->put("c");
        rig.probe->onAdd([&rig](const Attempt &attempt) {
            if (attempt.id == "a")
                rig.slow.wait(attempt.stop);
            return Outcome::done();
        });
        rig.start();
        QVERIFY(rig.isHandled());
        QVERIFY(rig.reaches("b", ItemState::InSync));
        QVERIFY(rig.reaches("c", ItemState::InSync));
        rig.command(ItemsAction{ItemVerb::Pause, {"b"}, {20s, "night"}});
        rig.command(ItemsAction{ItemVerb::Pause, {"c"}, {40s, "night"}});
        rig.source->modified("b");
        rig.pass(10s);

        rig.clock.setWall(rig.clock.wallNow() + std::chrono::hours(hours));
        rig.leaseFor(5s); // the next one ends sooner: its end and that of "a" are looked at
        rig.pass(10s - 1ms);
        QCOMPARE(rig.row("a").state, ItemState::Running);
        QCOMPARE(rig.row("b").state, ItemState::Paused);
        QCOMPARE(rig.row("b").pausedUntil, rig.clock.now() + 1ms);
        QCOMPARE(rig.probe->adds("b"), 1);
        rig.pass(1ms);
        QVERIFY(eventually([&] { return rig.probe->adds("b") == 2; }));
        QVERIFY(rig.reaches("b", ItemState::InSync));
        QCOMPARE(rig.row("c").state, ItemState::Paused);
        rig.pass(7s - 1ms);
        QCOMPARE(rig.row("a").state, ItemState::Running);
        rig.pass(1ms);
        QVERIFY(rig.reaches("a", ItemState::InSync)); // asked to stop before its lease ends
        rig.pass(13s);
        QVERIFY(rig.reaches("c", ItemState::InSync));
        QCOMPARE(rig.counters().locksLost, 0U);
        QCOMPARE(rig.counters().errors, 0U);
        QCOMPARE(rig.counters().added, 4U);
    }

    void e15_whatComesLateDoesNothing()
    {
        std::shared_ptr<LockSink> sink;
        {
            LockedRig rig;
            rig.testLocker->setAnswer(
                [&rig] { return granted({.validUntil = rig.clock.now() + 30s}); });
            QVERIFY(rig.startAndSettle());
            sink = rig.testLocker->sink();
            sink->lost();
            sink->renewed(rig.clock.now() + 1s);
            rig.pass(1h);
            sink->freed("a");
            sink->freed("nobody");
            QCOMPARE(rig.row("a").state, ItemState::InSync);
            QCOMPARE(rig.counters().locksLost, 0U);
            QCOMPARE(rig.gauges().known, 1U);
        }
        sink->lost();
        sink->renewed(TimePoint::max());
        sink->freed("a"); // its controller is gone
    }

    // Refused locks

    void e15_aRefusedLockIsAskedForWhenItsHoldersLeaseEnds_data()
    {
        QTest::addColumn<qint64>("ms");
        QTest::addColumn<qint64>("wanted");
        QTest::newRow("seconds") << 7000LL << 7000LL;
        QTest::newRow("minutes") << 600'000LL << 600'000LL;
        QTest::newRow("now") << 0LL << 10LL; // no busy loop
        QTest::newRow("days") << 999'999'999LL << 3'600'000LL;
    }
    void e15_aRefusedLockIsAskedForWhenItsHoldersLeaseEnds()
    {
        QFETCH(qint64, ms);
        QFETCH(qint64, wanted);
        LockedRig rig;
        rig.options.resyncInterval = 24h;
        rig.testLocker->setAnswer(
            [ms] { return LockResult::refused("host 2", std::chrono::milliseconds(ms)); });
        rig.start();
        for (int asked = 1; asked < 4; ++asked) { // and no back-off
            QVERIFY(eventually([&] { return rig.counters().locksRefused == unsigned(asked); }));
            QVERIFY(rig.reaches("a", ItemState::WaitingForLock));
            QCOMPARE(rig.row("a").text, "host 2");
            QVERIFY(rig.row("a").nextRun - rig.row("a").lastRun
                    == std::chrono::milliseconds(wanted));
            rig.pass(std::chrono::milliseconds(wanted - 1));
            QCOMPARE(rig.testLocker->asked(), asked);
            rig.pass(2ms);
        }
        QCOMPARE(rig.counters().errors, 0U);
    }

    void e15_aLockThatGetsFreeIsAskedForAtOnce()
    {
        LockedRig rig;
        rig.source->put("b");
        rig.testLocker->setAnswer([] { return LockResult::refused("host 2", 1h); });
        rig.start();
        QVERIFY(rig.reaches("a", ItemState::WaitingForLock));
        QVERIFY(rig.reaches("b", ItemState::WaitingForLock));
        const auto sink = rig.testLocker->sink(); // one does for both
        rig.testLocker->setAnswer([] { return granted(); });
        sink->freed("a");
        QVERIFY(eventually([&] { return rig.probe->adds("a") == 1; }));
        QVERIFY(rig.reaches("a", ItemState::InSync));
        QCOMPARE(rig.row("b").state, ItemState::WaitingForLock);
        sink->freed("a"); // it waits for nothing
        sink->freed("b");
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->adds("a"), 1);
        QCOMPARE(rig.probe->adds("b"), 1);
    }

    void e15_aLockThatGetsFreeWhileItIsRefusedIsAskedForAtOnce()
    {
        LockedRig rig;
        ScriptedLocker &locker = *rig.testLocker;
        locker.setAnswer([&locker] {
            locker.setAnswer([] { return granted(); });
            locker.sink()->freed("a"); // before the refusal is known here
            return LockResult::refused("host 2", 1h);
        });
        rig.start();
        QVERIFY(eventually([&] { return rig.counters().locksRefused == 1; }));
        QVERIFY(rig.passUntil([&] { return rig.probe->adds("a") == 1; }, 10ms));
    }

    void e15_aLockThatIsSaidToBeFreeAndRefusedIsAskedForLessAndLess()
    {
        LockedRig rig;
        ScriptedLocker &locker = *rig.testLocker;
        locker.setAnswer([&locker] {
            locker.sink()->freed("a");
            return LockResult::refused("host 2", 1h);
        });
        const TimePoint begin = rig.clock.now();
        rig.start();
        QVERIFY(rig.passUntil([&] { return locker.asked() >= 7; }));
        QVERIFY(rig.clock.now() - begin >= 20ms + 40ms + 80ms + 160ms + 320ms);
        QCOMPARE(rig.counters().errors, 0U);
    }

    void e16_anAttemptWhoseLockCameTooLateCallsNothingMore()
    {
        LockedRig rig;
        rig.options.handlerTimeout = 10s;
        Latch &asking = rig.latch();
        rig.testLocker->setAnswer([&asking] {
            asking.wait();
            return granted();
        });
        rig.start();
        QVERIFY(eventually([&] { return asking.waiting() == 1; }));
        rig.pass(10s);
        QVERIFY(rig.reaches("a", ItemState::Stuck));
        asking.open();
        QVERIFY(rig.reaches("a", ItemState::BackOff));
        QCOMPARE(rig.row("a").text, "it had to stop before its handler was called");
        QCOMPARE(rig.probe->total().gets, 0);
    }

    // Release

    void e15_aLockThatIsLostIsReleasedToo()
    {
        LockedRig rig;
        std::atomic<int> released = 0;
        ScriptedLocker &locker = *rig.testLocker;
        rig.testLocker->setAnswer([&] {
            locker.sink()->lost();
            return granted(
                {.onRelease = [](auto &&) { return Error("not mine"); }, .released = &released});
        });
        rig.start();
        QVERIFY(rig.reaches("a", ItemState::BackOff));
        QCOMPARE(released.load(), 1);
        QCOMPARE(rig.counters().locksNotReleased, 0U); // there was nothing to give back
    }

    void e15_aReleaseThatFailsIsCountedAndShownAndTheOutcomeStands_data()
    {
        QTest::addColumn<Release>("release");
        QTest::addColumn<QString>("text");
        QTest::newRow("said") << Release([](auto &&) { return Error("no route"); }) << "no route";
        QTest::newRow("thrown") << Release([](auto &&) -> std::optional<Error> {
            throw std::runtime_error("broken pipe");
        }) << "broken pipe";
        QTest::newRow("without a word") << Release([](auto &&) { return Error(); })
                                        << "release() of ObjectLock failed without saying why";
    }
    void e15_aReleaseThatFailsIsCountedAndShownAndTheOutcomeStands()
    {
        QFETCH(Release, release);
        QFETCH(QString, text);
        LockedRig rig;
        rig.testLocker->setAnswer([&] { return granted({.onRelease = release}); });
        QVERIFY(rig.startAndSettle());
        QCOMPARE(rig.counters().added, 1U);
        QCOMPARE(rig.counters().errors, 0U);
        QCOMPARE(rig.row("a").state, ItemState::InSync);
        QCOMPARE(rig.counters().locksNotReleased, 1U);
        const auto events = rig.events(EventRecord::Kind::LockNotReleased);
        QCOMPARE(events.size(), std::size_t(1));
        QCOMPARE(events.front().id, "a");
        QCOMPARE(QString::fromStdString(events.front().said.text), text);
    }

    void e15_aReleaseThatHangsIsCutShort_data()
    {
        QTest::addColumn<int>("timeout");
        QTest::addColumn<int>("wanted");
        QTest::newRow("as long as a handler may run") << 10 << 10;
        QTest::newRow("a handler may run for ever") << 0 << 30;
    }
    void e15_aReleaseThatHangsIsCutShort()
    {
        QFETCH(int, timeout);
        QFETCH(int, wanted);
        LockedRig rig;
        rig.options.workers = 1;
        rig.options.handlerTimeout = std::chrono::seconds(timeout);
        Latch &hangs = rig.latch();
        rig.testLocker->setAnswer([&] {
            return granted({.onRelease = [&](const std::stop_token &stop) -> std::optional<Error> {
                if (hangs.wait(stop))
                    return std::nullopt;
                return Error("cut short");
            }});
        });
        rig.probe->onAdd([&rig, timeout](const Attempt &) {
            rig.pass(std::chrono::seconds(timeout) / 2); // which is no time of the release
            return Outcome::done();
        });
        rig.start();
        QVERIFY(eventually([&] { return hangs.waiting() == 1; }));
        rig.pass(std::chrono::seconds(wanted) - 1ms);
        QCOMPARE(hangs.waiting(), 1);
        QCOMPARE(rig.inState(ItemState::Stuck), 0U);
        rig.pass(1ms);
        QVERIFY(eventually([&] { return rig.counters().locksNotReleased == 1; }));
        QVERIFY(rig.settles());
        QCOMPARE(rig.counters().added, 1U);
        QCOMPARE(rig.awaitEvent(EventRecord::Kind::LockNotReleased), "cut short");
        QCOMPARE(rig.events(EventRecord::Kind::Stuck).size(), std::size_t(1));
    }

    void e16_aReleaseAfterTheDeadlineIsNotCutShortAtOnce()
    {
        LockedRig rig;
        rig.options.handlerTimeout = 10s;
        Latch &slow = rig.latch();
        std::atomic<bool> wasCut = false;
        rig.testLocker->setAnswer([&] {
            return granted({.onRelease = [&](const std::stop_token &stop) -> std::optional<Error> {
                wasCut = !slow.wait(stop);
                return std::nullopt;
            }});
        });
        Latch &handler = rig.latch();
        rig.probe->onAdd([&](const Attempt &attempt) {
            handler.wait(attempt.stop);
            return Outcome::done();
        });
        rig.start();
        QVERIFY(eventually([&] { return handler.waiting() == 1; }));
        rig.pass(10s);
        QVERIFY(eventually([&] { return slow.waiting() == 1; }));
        rig.pass(9s);
        QVERIFY(rig.reaches("a", ItemState::Stuck));
        QCOMPARE(slow.waiting(), 1);
        slow.open();
        QVERIFY(rig.settles());
        QVERIFY(!wasCut);
        QCOMPARE(rig.counters().added, 1U);
    }

    void e24_aStopCutsAReleaseShort()
    {
        LockedRig rig;
        Latch &hangs = rig.latch();
        rig.testLocker->setAnswer([&] {
            return granted({.onRelease = [&](const std::stop_token &stop) -> std::optional<Error> {
                hangs.wait(stop);
                return std::nullopt;
            }});
        });
        rig.start();
        QVERIFY(eventually([&] { return hangs.waiting() == 1; }));
        const auto reports = rig.host.stop(Duration::zero());
        QVERIFY(reports.front().calls.empty());
        QCOMPARE(rig.counters().added, 1U);
    }

    void e24_aStopCutsAReleaseShortThatBeginsAfterIt()
    {
        LockedRig rig;
        Latch &handler = rig.latch();
        Latch &hangs = rig.latch();
        rig.probe->onAdd([&](const Attempt &attempt) {
            handler.wait(attempt.stop);
            return Outcome::done();
        });
        rig.testLocker->setAnswer([&] {
            return granted({.onRelease = [&](const std::stop_token &stop) -> std::optional<Error> {
                hangs.wait(stop);
                return std::nullopt;
            }});
        });
        rig.start();
        QVERIFY(eventually([&] { return handler.waiting() == 1; }));
        auto stopping = std::async(std::launch::async,
                                   [&rig] { return rig.host.stop(Duration::zero()); });
        QVERIFY(eventually([&] { return hangs.waiting() == 1; }));
        constexpr Duration Patience = Controller::StopGrace - Controller::ReleaseGrace;
        QVERIFY(eventually([&] { return rig.clock.nextDeadline() == rig.clock.now() + Patience; }));
        rig.pass(Patience);
        QVERIFY(eventually([&] { return stopping.wait_for(0s) == std::future_status::ready; }));
        QVERIFY(stopping.get().front().calls.empty());
        QCOMPARE(rig.counters().added, 1U);
    }
};

QONTROLLER_TEST(LockLeasesTest)
#include "tst_lockleases.moc"
