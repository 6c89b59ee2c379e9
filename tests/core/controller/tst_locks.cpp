// SPDX-License-Identifier: LGPL-3.0-or-later
#include "enginerig.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

using Answer = std::function<LockResult()>;
Q_DECLARE_METATYPE(Answer)

namespace {

class FencedLock final : public ObjectLock
{
public:
    explicit FencedLock(std::uint64_t fence, std::atomic<int> *alive = nullptr)
        : m_fence(fence)
        , m_alive(alive)
    {
        if (m_alive)
            ++*m_alive;
    }
    ~FencedLock() override
    {
        if (m_alive)
            --*m_alive;
    }
    std::uint64_t fence() const override { return m_fence; }

private:
    std::uint64_t m_fence;
    std::atomic<int> *m_alive;
};

class BrokenLock final : public ObjectLock
{
public:
    std::uint64_t fence() const override { throw std::runtime_error("no fence"); }
};

/// A locker whose answers and `lost` are in the test's hand.
class TestLocker final : public ObjectLocker
{
public:
    LockResult acquire(const ObjectId &, std::function<void()> lost, std::stop_token) override
    {
        Answer answer;
        {
            const std::lock_guard lock(m_mutex);
            ++m_asked;
            m_lost = std::move(lost);
            answer = m_answer;
        }
        return answer();
    }
    void setAnswer(Answer answer)
    {
        const std::lock_guard lock(m_mutex);
        m_answer = std::move(answer);
    }
    void lose()
    {
        std::function<void()> lost;
        {
            const std::lock_guard lock(m_mutex);
            lost = m_lost;
        }
        lost();
    }
    [[nodiscard]] int asked() const
    {
        const std::lock_guard lock(m_mutex);
        return m_asked;
    }

private:
    mutable std::mutex m_mutex;
    Answer m_answer = [] { return LockResult::granted(std::make_unique<ObjectLock>()); };
    std::function<void()> m_lost;
    int m_asked = 0;
};

struct LockedRig : EngineRig
{
    LockedRig()
    {
        locker = testLocker;
        source->put("a");
    }
    std::shared_ptr<TestLocker> testLocker = std::make_shared<TestLocker>();
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
            return LockResult::granted(std::make_unique<ObjectLock>());
        });
        rig.probe->onAdd([&handling](const Attempt &) {
            handling.wait();
            return Outcome::Done();
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
        rig.testLocker->setAnswer(
            [&alive] { return LockResult::granted(std::make_unique<FencedLock>(17, &alive)); });
        rig.probe->onGet([&](const Attempt &attempt) {
            fenceInStorage = attempt.fence;
            return Probe::object(attempt.id);
        });
        rig.probe->onAdd([&](const Attempt &attempt) {
            aliveInHandler = alive.load();
            fence = attempt.fence;
            return Outcome::Done();
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
        QTest::addColumn<Answer>("answer");
        QTest::addColumn<QString>("text");
        const auto row = [](const char *name, Answer answer, const char *text) {
            QTest::newRow(name) << answer << text;
        };
        row("refused", refused, "host 2");
        row(
            "failed", [] { return LockResult::failed("no server"); }, "no server");
        row(
            "thrown", []() -> LockResult { throw std::runtime_error("no route"); }, "no route");
        row(
            "thrown int", []() -> LockResult { throw 1; }, "an exception of an unknown type");
    }
    void e15_withoutALockNothingRunsAndNoAttemptIsUsed()
    {
        QFETCH(Answer, answer);
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

        rig.testLocker->setAnswer(
            [] { return LockResult::granted(std::make_unique<ObjectLock>()); });
        QVERIFY(rig.passToNextRun("a"));
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->log(), "+a");
    }

    void e15_aRefusedLockIsAskedForAgainMoreAndMoreRarely()
    {
        LockedRig rig;
        rig.testLocker->setAnswer(refused);
        rig.start();
        for (const Duration wanted : {100ms, 200ms, 400ms, 800ms, 1600ms, 3200ms, 5000ms, 5000ms}) {
            QVERIFY(rig.reaches("a", ItemState::WaitingForLock));
            const ItemRow row = rig.row("a");
            QVERIFY(row.nextRun - row.lastRun >= wanted);
            QVERIFY(row.nextRun - row.lastRun <= wanted + 1ms);
            const std::uint64_t refusals = rig.counters().locksRefused;
            QVERIFY(rig.passToNextRun("a"));
            QVERIFY(eventually([&] { return rig.counters().locksRefused == refusals + 1; }));
        }
        QCOMPARE(rig.counters().retries, 0U);
    }

    void e15_aResyncDoesNotAskSooner()
    {
        LockedRig rig;
        rig.testLocker->setAnswer(refused);
        rig.start();
        QVERIFY(rig.reaches("a", ItemState::WaitingForLock));
        QVERIFY(rig.resync());
        QCOMPARE(rig.testLocker->asked(), 1);
        QCOMPARE(rig.row("a").state, ItemState::WaitingForLock);
    }

    void e15_aRefusalKeepsTheCountOfErrors()
    {
        LockedRig rig;
        rig.probe->onAdd([](const Attempt &) { return Outcome::Retry("it broke"); });
        rig.start();
        QVERIFY(rig.reaches("a", ItemState::BackOff));
        rig.testLocker->setAnswer(refused);
        QVERIFY(rig.passToNextRun("a"));
        QVERIFY(rig.reaches("a", ItemState::WaitingForLock));
        QCOMPARE(rig.row("a").errors, 1U);
    }

    void e15_aLockLostWhileRunningStopsTheAttempt()
    {
        LockedRig rig;
        Latch &held = rig.latch();
        std::atomic<bool> asked = false;
        rig.probe->onAdd([&](const Attempt &attempt) {
            if (!held.wait(attempt.stop))
                asked = true;
            return Outcome::Done();
        });
        rig.start();
        QVERIFY(eventually([&] { return held.waiting() == 1; }));
        rig.testLocker->lose();
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

    void e15_aLockLostBeforeTheHandlerRunsIsLostTooAndNothingIsCalled()
    {
        LockedRig rig;
        TestLocker &locker = *rig.testLocker;
        rig.testLocker->setAnswer([&locker] {
            locker.lose();
            return LockResult::granted(std::make_unique<ObjectLock>());
        });
        rig.start();
        QVERIFY(rig.reaches("a", ItemState::WaitingForLock));
        QCOMPARE(rig.probe->total().gets, 0);
        QCOMPARE(rig.probe->total().adds, 0);
        QCOMPARE(rig.counters().locksLost, 1U);
    }

    void e15_aLockWhoseFenceThrowsIsAFailedLock()
    {
        LockedRig rig;
        rig.testLocker->setAnswer(
            [] { return LockResult::granted(std::make_unique<BrokenLock>()); });
        rig.start();
        QVERIFY(rig.reaches("a", ItemState::WaitingForLock));
        QCOMPARE(rig.row("a").text, "no fence");
        QCOMPARE(rig.probe->total().adds, 0);
    }

    void e16_theReleaseOfALockIsNotTheNextAttemptsTime()
    {
        struct SlowLock final : ObjectLock
        {
            explicit SlowLock(EngineRig &r)
                : rig(r)
            {}
            ~SlowLock() override { rig.pass(150ms); }
            EngineRig &rig;
        };
        LockedRig rig;
        rig.options.workers = 1;
        rig.source->put("b");
        rig.testLocker->setAnswer(
            [&rig] { return LockResult::granted(std::make_unique<SlowLock>(rig)); });
        std::atomic<int> onTime = 0;
        rig.probe->onAdd([&](const Attempt &) {
            onTime += rig.pull().workers.at(0).since == rig.clock.now();
            return Outcome::Done();
        });
        QVERIFY(rig.startAndSettle());
        QCOMPARE(rig.probe->total().adds, 2);
        QCOMPARE(onTime.load(), 2);
    }
};

QTEST_APPLESS_MAIN(LocksTest)
#include "tst_locks.moc"
