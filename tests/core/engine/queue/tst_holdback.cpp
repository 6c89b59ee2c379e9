// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/engine/queue/holdback.h"

#include "printing.h"
#include "schedulerig.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

class HoldBackTest : public QObject
{
    Q_OBJECT

private slots:
    void limitsNothingUntilItBegins()
    {
        HoldBack back;
        back.look(TimePoint(1h));
        back.started(TimePoint(1h));
        QVERIFY(!back.isOn());
        QCOMPARE(back.limit(7), std::size_t(7));
        QVERIFY(back.nextStart() == TimePoint::max());
    }

    void letsOneStartAfterEachWait()
    {
        TimePoint now(1h);
        HoldBack back;
        back.begin(1s, "away", now);
        QVERIFY(back.isOn());
        QCOMPARE(back.why(), "away");
        for (int i = 0; i < 3; ++i) {
            back.look(now += 999ms);
            QCOMPARE(back.limit(7), std::size_t(0));
            QVERIFY(back.nextStart() == now + 1ms);
            back.look(now += 1ms);
            QCOMPARE(back.limit(7), std::size_t(1));
            QCOMPARE(back.limit(0), std::size_t(0));
            QVERIFY(back.nextStart() == TimePoint::max());
            back.started(now);
        }
        back.end();
        QCOMPARE(back.limit(7), std::size_t(7));
    }

    void e15_oneItemIsGivenOutAtATime()
    {
        ScheduleRig rig;
        rig.on<Runs>([](Runs &runs, TimePoint now) { runs.holdBack(1s, "away", now); });
        for (const char *id : {"a", "b", "c"})
            rig.created(id);
        QVERIFY(!rig.take());
        QCOMPARE(rig.nextDue(), Duration(1s));
        QCOMPARE(rig.depth(), std::size_t(3));
        rig.pass(1s);
        QVERIFY(rig.take());
        QVERIFY(!rig.take());
        QCOMPARE(rig.nextDue(), Duration(1s)); // it may hang
        rig.pass(1s);
        QVERIFY(rig.take());
        rig.on<Runs>([](Runs &runs, TimePoint) { runs.letGo(); });
        QVERIFY(rig.take());
    }

    void e15_nothingIsDueWhileNothingWaits()
    {
        ScheduleRig rig;
        rig.on<Runs>([](Runs &runs, TimePoint now) { runs.holdBack(1s, "away", now); });
        QCOMPARE(rig.nextDue(), Duration::max());
        rig.pass(5s);
        rig.created("a");
        QCOMPARE(rig.run(), "a");
    }
};

QONTROLLER_TEST(HoldBackTest)
#include "tst_holdback.moc"
