// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/engine/alarms/recentlatency.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace std::chrono_literals;

namespace {

bool isAbout(Duration value, Duration expected)
{
    return value > expected * 98 / 100 && value < expected * 102 / 100;
}

} // namespace

/// How long handlers took lately.
class RecentLatencyTest final : public QObject
{
    Q_OBJECT

private slots:
    void nothingIsNoTime()
    {
        RecentLatency recent;
        QCOMPARE(recent.percentile(0.95), Duration::zero());
        recent.add({}, TimePoint(1h));
        QCOMPARE(recent.percentile(0.95), Duration::zero());
    }

    void whatIsOldDoesNotCount()
    {
        RecentLatency recent;
        Histogram all;
        TimePoint now(1h);
        all.record(4s, 1000);
        recent.add(all, now);
        QVERIFY(isAbout(recent.percentile(0.95), 4s));
        for (int second = 0; second < 400; ++second) {
            all.record(10ms);
            recent.add(all, now += 1s);
        }
        QVERIFY(isAbout(recent.percentile(0.95), 10ms));
        all.record(1s, 100); // now it is slow again
        recent.add(all, now += 1s);
        QVERIFY(isAbout(recent.percentile(0.95), 1s));
    }

    void atRestNothingIsLeft()
    {
        RecentLatency recent;
        Histogram all;
        all.record(4s, 10);
        recent.add(all, TimePoint(1h));
        recent.add(all, TimePoint(1h) + RecentLatency::Window / 2);
        QVERIFY(isAbout(recent.percentile(0.5), 4s));
        recent.add(all, TimePoint(1h) + 2 * RecentLatency::Window);
        QCOMPARE(recent.percentile(0.5), Duration::zero());
    }
};

QONTROLLER_TEST(RecentLatencyTest)
#include "tst_recentlatency.moc"
