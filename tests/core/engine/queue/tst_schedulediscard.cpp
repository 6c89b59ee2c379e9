// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"
#include "schedulerig.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

using Discard = Orders::Discard;

/// An operator has items forgotten, but no removal that may still succeed.
class ScheduleDiscardTest : public QObject
{
    Q_OBJECT

private slots:
    void whatIsForgottenIsKnownAgainWhenItIsSeenAgain()
    {
        ScheduleRig rig;
        rig.list({"a"});
        QVERIFY(discard(rig, "a") == Discard::Done);
        QVERIFY(!rig.knows("a"));
        QCOMPARE(rig.runAll(), "");
        rig.list({"a"});
        QCOMPARE(rig.runAll(), "a");
    }

    void whatIsNotKnownIsNotForgotten()
    {
        ScheduleRig rig;
        QVERIFY(discard(rig, "a") == Discard::Unknown);
    }

    void whatRunsIsNotForgotten()
    {
        ScheduleRig rig;
        rig.created("a");
        Item *item = rig.take();
        QVERIFY(discard(rig, "a") == Discard::Running);
        QVERIFY(rig.knows("a"));
        rig.finish(item);
    }

    void e14_removalThatIsStillTriedIsNotForgotten_data()
    {
        QTest::addColumn<QString>("how");
        for (const char *how : {"ready", "paused", "back-off", "lock"})
            QTest::newRow(how) << how;
    }
    void e14_removalThatIsStillTriedIsNotForgotten()
    {
        QFETCH(QString, how);
        ScheduleRig rig;
        rig.list({"a"});
        rig.runAll();
        rig.deleted("a");
        if (how == "paused")
            rig.pauseItem("a");
        else if (how == "back-off")
            rig.run(onRemoval(retry()));
        else if (how == "lock")
            rig.run(lockRefused());
        QVERIFY(discard(rig, "a") == Discard::OwesRemoval);
        QVERIFY(rig.row("a").absent);
        rig.resumeItem("a");
        rig.pass(1min);
        QCOMPARE(rig.runAll(), "-a");
    }

    void e9_heldRemovalIsNotForgotten()
    {
        ScheduleRig rig;
        rig.listObjects(12);
        rig.runAll();
        rig.list({});
        QVERIFY(discard(rig, "o3") == Discard::OwesRemoval);
        QCOMPARE(rig.state("o3"), ItemState::Held);
    }

    void failedRemovalIsGivenUpAloud_data()
    {
        QTest::addColumn<bool>("parked");
        QTest::newRow("failed") << false;
        QTest::newRow("parked") << true;
    }
    void failedRemovalIsGivenUpAloud()
    {
        QFETCH(bool, parked);
        ScheduleRig rig({.maxRetries = 0});
        rig.list({"a"});
        rig.runAll();
        rig.deleted("a");
        rig.run(onRemoval(parked ? park() : retry()));
        QVERIFY(discard(rig, "a") == Discard::Done);
        QVERIFY(!rig.knows("a"));
        QCOMPARE(rig.newEvents(EventRecord::Kind::Command),
                 "a:discarded although its removal failed: what is left of it stays");
    }

private:
    static Discard discard(ScheduleRig &rig, std::string_view id)
    {
        return rig.on<Orders>(
            [id](Orders &orders, TimePoint now) { return orders.discardItem(id, now); });
    }
};

QONTROLLER_TEST(ScheduleDiscardTest)
#include "tst_schedulediscard.moc"
