// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"
#include "schedulerig.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

/// What an id costs after ordinary life: no more than its item. What few need is given back.
class ScheduleMemoryTest : public QObject
{
    Q_OBJECT

private slots:
    void anIdCostsNoMoreThanItsItemAfterALife_data()
    {
        QTest::addColumn<QString>("life");
        for (const char *life : {"list", "resyncs", "events", "outage", "requeue after", "wait",
                                 "pause", "lock refused", "operator"})
            QTest::newRow(life) << life;
    }
    void anIdCostsNoMoreThanItsItemAfterALife()
    {
        QFETCH(QString, life);
        ScheduleRig rig({.backoffBase = 1ms});
        rig.list({"a"});
        rig.run(life == "outage"          ? retry("no connection")
                : life == "requeue after" ? requeueAfter(10s)
                : life == "wait"          ? waitFor("b", 1s)
                : life == "lock refused"  ? lockRefused("somebody")
                                          : RunResult());
        if (life == "pause") {
            rig.pauseItem("a", rig.now() + 1h, "maintenance");
            rig.list({"a"});
            rig.resumeItem("a");
        }
        for (int i = 0; i < 3; ++i) {
            rig.pass(10s);
            if (life == "events")
                rig.modified("a");
            if (life == "operator")
                rig.requeue("a", Ticket(i + 1));
            rig.list({"a"});
            rig.runAll();
        }
        QCOMPARE(rig.state("a"), ItemState::InSync);
        QVERIFY(!hasExtra(rig));
    }

    void anIdThatWaitsThroughListsCostsNoMoreThanItsItem()
    {
        ScheduleRig rig;
        for (int i = 0; i < 3; ++i)
            rig.list({"a"});
        QVERIFY(!rig.take()->extra);
    }

    void whatHasTroubleKeepsWhatItNeeds()
    {
        ScheduleRig rig;
        rig.list({"a"});
        rig.run(retry("no connection"));
        QVERIFY(hasExtra(rig));
        QCOMPARE(rig.row("a").text, "no connection");
    }

private:
    static bool hasExtra(ScheduleRig &rig)
    {
        rig.pass(1h);
        rig.created("a");
        return rig.take()->extra != nullptr;
    }
};

QTEST_APPLESS_MAIN(ScheduleMemoryTest)
#include "tst_schedulememory.moc"
