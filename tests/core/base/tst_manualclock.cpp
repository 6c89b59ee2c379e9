// SPDX-License-Identifier: LGPL-3.0-or-later
#include "eventually.h"
#include "printing.h"
#include "testprogram.h"

#include "core/base/threads/clock.h"

#include <array>
#include <atomic>
#include <thread>
#include <vector>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// A thread that waits for one deadline.
class Sleeper
{
public:
    Sleeper(ManualClock &clock, Duration until)
        : m_clock(clock)
        , m_deadline(clock.now() + until)
        , m_thread([this] { run(); })
    {}
    ~Sleeper()
    {
        MutexLock lock(m_mutex);
        m_called = true;
        m_condition.notifyAll();
    }

    [[nodiscard]] bool isAwake() const { return m_awake; }
    [[nodiscard]] int wakeUps() const { return m_wakeUps; }

private:
    void run()
    {
        MutexLock lock(m_mutex);
        while (m_clock.now() < m_deadline && !m_called) {
            m_clock.waitUntil(m_condition, lock, m_deadline);
            ++m_wakeUps;
        }
        m_awake = true;
    }

    ManualClock &m_clock;
    Mutex m_mutex;
    Condition m_condition;
    TimePoint m_deadline;
    bool m_called = false;
    std::atomic<bool> m_awake = false;
    std::atomic<int> m_wakeUps = 0;
    std::jthread m_thread;
};

} // namespace

class ManualClockTest : public QObject
{
    Q_OBJECT

private slots:
    void bothClocksGoOnAndTheCalendarIsSetAlone()
    {
        ManualClock clock;
        const Moment begin = clock.moment();
        clock.advance(8h);
        QCOMPARE(clock.now(), begin.now + 8h);
        QCOMPARE(clock.wallNow(), begin.wall + 8h);
        clock.setWall(begin.wall - 24h);
        QCOMPARE(clock.now(), begin.now + 8h);
        QCOMPARE(clock.wallNow(), begin.wall - 24h);
    }

    void oneClockIsToldInTermsOfTheOther()
    {
        const Moment at{TimePoint(2h), WallTime(std::chrono::hours(500'000))};
        QCOMPARE(at.wallOf(TimePoint(3h)), at.wall + 1h);
        QCOMPARE(at.timeOf(at.wall - 5h), TimePoint(-3h)); // before the machine started
        QCOMPARE(at.wallOf(at.timeOf(at.wall - 5h)), at.wall - 5h);
        QCOMPARE(at.wallOf(TimePoint{}), WallTime{}); // never is never
        QCOMPARE(at.timeOf(WallTime{}), TimePoint{});
        QVERIFY(at.timeOf(WallTime::max()) > at.now + 24h * 36'000);
        QVERIFY(at.timeOf(WallTime::min()) < at.now - 24h * 36'000);
        QVERIFY(at.wallOf(TimePoint::max()) > at.wall + 24h * 36'000);
        QVERIFY(at.wallOf(TimePoint::min()) < at.wall - 24h * 36'000);
    }

    /// As on a machine that starts without a battery for its clock.
    void aCalendarThatHasGoneBackMakesNoTimeLonger()
    {
        const Moment at{TimePoint(2h), WallTime(std::chrono::hours(500'000))};
        QCOMPARE(at.timeToCome(at.wall + 3h, at.wall - 1h), TimePoint(5h));
        QCOMPARE(at.timeToCome(at.wall + 27h, at.wall + 24h), TimePoint(5h));
        QCOMPARE(at.timeToCome(WallTime{}, at.wall + 24h), TimePoint{}); // never is never
        QCOMPARE(at.pastOf(at.wall - 1h), TimePoint(1h));
        QCOMPARE(at.pastOf(at.wall + 24h), at.now);
        QCOMPARE(at.pastOf(WallTime{}), TimePoint{});
    }

    void nothingIsLaterThanTheEndOfTime()
    {
        QCOMPARE(later(TimePoint(1h), 2h), TimePoint(3h));
        QCOMPARE(later(TimePoint(-1h), 2h), TimePoint(1h));
        QCOMPARE(later(TimePoint(-1h), Duration::max()), TimePoint(Duration::max() - 1h));
        QCOMPARE(later(TimePoint(1h), Duration::max()), TimePoint::max());
        QCOMPARE(later(TimePoint::max(), -1h), TimePoint::max() - 1h);
    }

    void doesNotWaitForADeadlineThatIsOver_data()
    {
        QTest::addColumn<qint64>("offset");
        QTest::newRow("now") << qint64(0);
        QTest::newRow("a second ago") << qint64(-1'000'000'000);
    }
    void doesNotWaitForADeadlineThatIsOver()
    {
        QFETCH(qint64, offset);
        ManualClock clock;
        Mutex mutex;
        Condition condition;
        MutexLock lock(mutex);
        clock.waitUntil(condition, lock, clock.now() + Duration(offset));
        QCOMPARE(clock.waiting(), 0u);
    }

    void advanceWakesExactlyThoseWhoseDeadlineHasCome()
    {
        ManualClock clock;
        Sleeper first(clock, 1s);
        Sleeper second(clock, 2s);
        Sleeper third(clock, 3s);
        QVERIFY(eventually([&] { return clock.waiting() == 3; }));
        QCOMPARE(clock.nextDeadline() - clock.now(), Duration(1s));
        QVERIFY(clock.isAwaited(clock.now() + 3s));
        QVERIFY(!clock.isAwaited(clock.now() + 4s));

        clock.advance(1s - 1ns);
        QCOMPARE(clock.waiting(), 3u);
        clock.advance(1ns);
        QVERIFY(eventually([&] { return first.isAwake(); }));
        clock.advance(1s);
        QVERIFY(eventually([&] { return second.isAwake(); }));
        QVERIFY(!third.isAwake());
        QCOMPARE(third.wakeUps(), 0);
        QCOMPARE(clock.waiting(), 1u);
        QCOMPARE(clock.nextDeadline() - clock.now(), Duration(1s));
    }

    void whoIsNotifiedNoLongerWaits()
    {
        ManualClock clock;
        {
            Sleeper sleeper(clock, 1h);
            QVERIFY(eventually([&] { return clock.waiting() == 1; }));
        }
        QCOMPARE(clock.waiting(), 0u);
        clock.advance(2h);
    }

    void noWakeUpIsLostInALoop()
    {
        // Threads that share a mutex go to sleep again and again while time moves on.
        // If one advance() missed one of them, that one would sleep for ever.
        ManualClock clock;
        Mutex mutex;
        Condition condition;
        constexpr int Rounds = 3000;
        std::array<std::atomic<int>, 3> rounds{};
        std::vector<std::jthread> threads;
        for (auto &round : rounds) {
            threads.emplace_back([&] {
                MutexLock lock(mutex);
                while (round < Rounds) {
                    const TimePoint deadline = clock.now() + 10ms;
                    while (clock.now() < deadline)
                        clock.waitUntil(condition, lock, deadline);
                    ++round;
                }
            });
        }
        const auto all = [&](int round) {
            return std::all_of(rounds.begin(), rounds.end(),
                               [round](const auto &done) { return done >= round; });
        };
        bool allWoke = true;
        for (int round = 1; round <= Rounds && allWoke; ++round) {
            allWoke = eventually([&] { return clock.waiting() == 3 || all(round); });
            clock.advance(10ms);
            allWoke = allWoke && eventually([&] { return all(round); });
        }
        if (!allWoke)
            qFatal("a thread sleeps for ever"); // and could not be joined
    }

    void severalMayAdvance()
    {
        ManualClock clock;
        const TimePoint start = clock.now();
        Sleeper sleeper(clock, 1s);
        {
            std::vector<std::jthread> threads;
            for (int i = 0; i < 4; ++i) {
                threads.emplace_back([&clock] {
                    for (int j = 0; j < 1000; ++j)
                        clock.advance(1ms);
                });
            }
        }
        QCOMPARE(clock.now() - start, Duration(4s));
        QVERIFY(eventually([&] { return sleeper.isAwake(); }));
    }
};

QONTROLLER_TEST(ManualClockTest)
#include "tst_manualclock.moc"
