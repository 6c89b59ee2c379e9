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

    void e28_aBurstThatDoesNotEndHoldsItUpForTenSeconds()
    {
        BurstRig rig;
        rig.modified("a");
        QCOMPARE(rig.take()->id(), "a");
        rig.modified("last");
        rig.pass(5s);
        rig.modified("b");
        QVERIFY(rig.dueIn(5s));
        QCOMPARE(rig.runAll(), "b");
        rig.modified("c");
        rig.pass(5s);
        QCOMPARE(rig.runAll(), "last c");
        rig.modified("last");
        QCOMPARE(rig.runAll(), "");
    }

    void e28_aListThatIsHandledForMinutesHoldsItUpForTenSeconds()
    {
        BurstRig rig;
        const auto list = [&rig] {
            rig.beginList();
            rig.listed("last");
            for (int i = 0; i < 100; ++i)
                rig.listed(rig.objectName(i));
            rig.completeList();
        };
        list();
        rig.runAll();
        std::vector<int> turns;
        for (int second = 0; second < 60; ++second) {
            list(); // more than what is done until the next
            if (second == 3)
                rig.modified("last"); // a change
            Item *item = rig.take();
            if (item->id() == "last")
                turns.push_back(second);
            rig.finish(item);
            rig.pass(1s);
        }
        // Each list asks for it as well.
        QCOMPARE(turns, (std::vector<int>{10, 21, 32, 43, 54}));
    }

    void e28_whatAsksForItWhileItRunsWaitsTenSecondsInAll()
    {
        BurstRig rig;
        rig.list({"last"});
        Item *last = rig.take();
        rig.modified("last");
        rig.pass(8s);
        rig.modified("a");
        QCOMPARE(rig.take()->id(), "a");
        rig.modified("last");
        rig.finish(last);
        QVERIFY(rig.dueIn(2s));
        rig.pass(2s);
        QCOMPARE(rig.runAll(), "last");
    }

    void e28_itIsNotTheOldestThatIsServedFirst()
    {
        BurstRig rig({.ageing = 1s});
        rig.modified("last");
        rig.pass(9s);
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
        const Explanation &why = detail->explanation.front();
        QCOMPARE(why.kind, Explanation::Kind::AfterBurst);
        QCOMPARE(why.until - rig.now(), Duration(10s));
        QVERIFY(inWords(why, rig.now()).find("at the latest in 10s") != std::string::npos);
        QVERIFY(inWords(why, rig.now() + 11s).find("as soon as a worker is free")
                != std::string::npos);
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
