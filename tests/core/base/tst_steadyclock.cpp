// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"

#include "core/base/clock.h"

#include <latch>
#include <thread>

using namespace qontroller;
using namespace std::chrono_literals;

class SteadyClockTest : public QObject
{
    Q_OBJECT

private slots:
    void neverGoesBack()
    {
        TimePoint last = SteadyClock::instance().now();
        for (int i = 0; i < 10'000; ++i) {
            const TimePoint now = SteadyClock::instance().now();
            QVERIFY(now >= last);
            last = now;
        }
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

QTEST_APPLESS_MAIN(SteadyClockTest)
#include "tst_steadyclock.moc"
