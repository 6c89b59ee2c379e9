// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"
#include "schedulerig.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// A schedule in which the object "last" comes after bursts.
struct BurstRig : ScheduleRig
{
    explicit BurstRig(const ControllerOptions &controllerOptions = {})
        : ScheduleRig(controllerOptions)
    {
        queue.setAfterBurst("last");
    }
    [[nodiscard]] bool dueIn(Duration time)
    {
        const TimePoint due = on<View>([](View &view, TimePoint) { return view.nextDue(); });
        return due == now() + time;
    }
};

} // namespace

/// The object that runs when nothing else does.
class AfterBurstTest : public QObject
{
    Q_OBJECT

private slots:
    void e28_runsWhenNoOtherIsReady()
    {
        BurstRig rig;
        rig.list({"last", "a", "b"});
        QCOMPARE(rig.runAll(), "a b last");
        rig.modified("last");
        rig.modified("a");
        rig.requeue("last"); // not even an operator brings it forward
        QCOMPARE(rig.runAll(), "a last");
    }

    void e28_runsWhenNoOtherRuns()
    {
        BurstRig rig;
        rig.list({"last", "a"});
        Item *running = rig.take();
        QCOMPARE(running->id(), "a");
        QVERIFY(!rig.take());
        QCOMPARE(rig.row("last").state, ItemState::Waiting);
        rig.modified("b");
        Item *other = rig.take();
        rig.finish(running);
        QVERIFY(!rig.take());
        rig.finish(other);
        QCOMPARE(rig.runAll(), "last");
    }

    void e28_othersDoNotWaitForIt()
    {
        BurstRig rig;
        rig.list({"last"});
        Item *last = rig.take();
        rig.modified("a");
        QCOMPARE(rig.runAll(), "a");
        rig.modified("last"); // asked for while it runs: once more
        rig.finish(last);
        QCOMPARE(rig.runAll(), "last");
    }

    void e28_whatWaitsForATimeIsNotWaitedFor_data()
    {
        QTest::addColumn<bool>("fails");
        QTest::newRow("back-off") << true;
        QTest::newRow("another look") << false;
    }
    void e28_whatWaitsForATimeIsNotWaitedFor()
    {
        QFETCH(bool, fails);
        BurstRig rig;
        rig.list({"last", "a"});
        Item *item = rig.take();
        rig.finish(item, {fails ? Outcome::retry("no") : Outcome::requeueAfter(1min), Ran::Add});
        QCOMPARE(rig.runAll(), "last");
    }

    void e28_itsRetryComesAfterTheOthers()
    {
        BurstRig rig;
        rig.list({"last"});
        rig.finish(rig.take(), {Outcome::retry("no"), Ran::Add});
        rig.pass(1min);
        rig.modified("a");
        QCOMPARE(rig.runAll(), "a last");
    }

    void e28_retriesThatWaitForTheirLimitAreNotWaitedFor()
    {
        BurstRig rig({.retryRate = 0.001, .retryBurst = 1});
        rig.list({"last", "a", "b"});
        rig.finish(rig.take(), {Outcome::retry("no"), Ran::Add});
        rig.finish(rig.take(), {Outcome::retry("no"), Ran::Add});
        rig.pass(5s);
        QCOMPARE(rig.runAll({Outcome::retry("no"), Ran::Add}).substr(1), " last");
    }

    void e28_aBurstThatDoesNotEndHoldsItUpForAMinute()
    {
        BurstRig rig;
        rig.modified("a");
        QCOMPARE(rig.take()->id(), "a");
        rig.modified("last");
        rig.pass(30s);
        rig.modified("b");
        QVERIFY(rig.dueIn(30s));
        QCOMPARE(rig.runAll(), "b");
        rig.modified("c");
        rig.pass(30s);
        QCOMPARE(rig.runAll(), "last c");
        rig.modified("last");
        QCOMPARE(rig.runAll(), "");
    }

    void e28_itIsNotTheOldestThatIsServedFirst()
    {
        BurstRig rig({.ageing = 1s});
        rig.modified("last");
        rig.pass(50s);
        for (int i = 0; i < 20; ++i)
            rig.modified(rig.objectName(i));
        const std::string order = rig.runAll();
        QVERIFY2(order.ends_with(" last"), order.c_str());
    }

    void e28_itIsPausedAndResumedAsOthersAre()
    {
        BurstRig rig;
        rig.list({"last"});
        rig.pauseItem("last");
        QCOMPARE(rig.runAll(), "");
        rig.resumeItem("last");
        QCOMPARE(rig.runAll(), "last");
    }

    void e28_whySaysSo()
    {
        BurstRig rig;
        rig.list({"last", "a"});
        QCOMPARE(rig.take()->id(), "a");
        const auto detail = rig.on<View>([](View &view, TimePoint) { return view.detail("last"); });
        QCOMPARE(detail->explanation.front().kind, Explanation::Kind::AfterBurst);
    }

    void e9_theGuardDoesNotCountIt()
    {
        BurstRig rig;
        rig.list({"last", "a", "b", "c"});
        rig.runAll();
        QVERIFY(rig.list({"last"})); // all of more than two
        QCOMPARE(rig.held().size(), 3U);
    }
};

QONTROLLER_TEST(AfterBurstTest)
#include "tst_afterburst.moc"
