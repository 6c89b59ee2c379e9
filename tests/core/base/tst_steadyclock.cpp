// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"
#include "testprogram.h"

#include "core/base/threads/clock.h"

#include <cstdlib>
#include <ctime>
#include <latch>
#include <thread>

using namespace qontroller;
using namespace std::chrono_literals;

namespace {

/// Asked before the clock is made, this runs after what is static has been destroyed. A clock that
/// has gone too ends the program with SIGABRT.
const int askedAtTheEnd = std::atexit([] {
    Clock *volatile clock = &SteadyClock::instance();
    static_cast<void>(clock->now());
});

} // namespace

class SteadyClockTest : public QObject
{
    Q_OBJECT

private slots:
    void outlivesWhatIsStatic() // threads that are left behind ask it
    {
        static_cast<void>(SteadyClock::instance().now());
        QCOMPARE(askedAtTheEnd, 0);
    }

    void goesOnWhileTheMachineIsSuspended() // it is the kernel's clock that does
    {
        const auto kernel = [] {
            timespec time{};
            clock_gettime(CLOCK_BOOTTIME, &time);
            return TimePoint(std::chrono::seconds(time.tv_sec) + Duration(time.tv_nsec));
        };
        const TimePoint before = kernel();
        const TimePoint now = SteadyClock::instance().now();
        QVERIFY(before <= now && now <= kernel());
    }

    void sleepsShortly_data()
    {
        QTest::addColumn<qint64>("ms");
        QTest::addColumn<qint64>("sleepMs");
        const qint64 longest = SteadyClock::LongestSleep / 1ms;
        QTest::newRow("over") << qint64(-3) << qint64(-3);
        QTest::newRow("soon") << qint64(20) << qint64(20);
        QTest::newRow("later") << longest << longest;
        QTest::newRow("much later") << qint64(3'600'000) << longest;
    }
    void sleepsShortly() // what comes due during a suspension is seen soon after it
    {
        QFETCH(qint64, ms);
        QFETCH(qint64, sleepMs);
        const TimePoint now(1h);
        QCOMPARE(SteadyClock::wakeUp(now + ms * 1ms, now), now + sleepMs * 1ms);
    }

    void anotherClockIsToldWhen()
    {
        SteadyClock &clock = SteadyClock::instance();
        const auto before = std::chrono::steady_clock::now();
        const auto inAnHour = clock.onSteadyClock(clock.now() + 1h);
        QVERIFY(std::chrono::abs(inAnHour - before - 1h) < 30s);
        QCOMPARE(clock.onSteadyClock(TimePoint::max()),
                 std::chrono::steady_clock::time_point::max());
        QVERIFY(std::chrono::abs(clock.fromSteadyClock(inAnHour) - clock.now() - 1h) < 30s);
        QCOMPARE(clock.fromSteadyClock(std::chrono::steady_clock::time_point::max()),
                 TimePoint::max());
    }

    void returnsAtTheDeadline()
    {
        SteadyClock &clock = SteadyClock::instance();
        Mutex mutex;
        Condition condition;
        MutexLock lock(mutex);
        const TimePoint deadline = clock.now() + 5ms;
        while (clock.now() < deadline)
            clock.waitUntil(condition, lock, deadline);
        QVERIFY(clock.now() >= deadline);
    }

    void returnsAtOnceWhenTheDeadlineIsOver()
    {
        Mutex mutex;
        Condition condition;
        MutexLock lock(mutex);
        SteadyClock::instance().waitUntil(condition, lock, SteadyClock::instance().now() - 1h);
        SteadyClock::instance().waitUntil(condition, lock, TimePoint{});
    }

    void isWokenBeforeTheDeadline_data()
    {
        QTest::addColumn<bool>("forEver");
        QTest::newRow("an hour") << false;
        QTest::newRow("for ever") << true;
    }
    void isWokenBeforeTheDeadline()
    {
        QFETCH(bool, forEver);
        SteadyClock &clock = SteadyClock::instance();
        Mutex mutex;
        Condition condition;
        bool called = false;
        const TimePoint deadline = forEver ? TimePoint::max() : clock.now() + 1h;
        std::jthread caller([&] {
            MutexLock lock(mutex);
            called = true;
            condition.notifyOne();
        });
        MutexLock lock(mutex);
        while (!called)
            clock.waitUntil(condition, lock, deadline);
        QVERIFY(called);
    }
};

QONTROLLER_TEST(SteadyClockTest)
#include "tst_steadyclock.moc"
