// SPDX-License-Identifier: LGPL-3.0-or-later
#include "effort.h"
#include "printing.h"
#include "schedulerig.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

class ScheduleDelaysTest : public QObject
{
    Q_OBJECT

private slots:
    void e13_retryThatDoesNotStartLeavesItsTurnToAnother_data()
    {
        QTest::addColumn<QString>("superseded");
        for (const char *how : {"event", "pause", "discard"})
            QTest::newRow(how) << how;
    }
    void e13_retryThatDoesNotStartLeavesItsTurnToAnother()
    {
        QFETCH(QString, superseded);
        ScheduleRig rig({.backoffBase = 100ms, .retryRate = 0.001, .retryBurst = 1});
        rig.created("a");
        rig.run(retry());
        if (superseded == "event")
            rig.modified("a");
        else if (superseded == "pause")
            rig.pauseItem("a");
        else
            rig.on<Orders>([](Orders &orders, TimePoint now) { orders.discardItem("a", now); });
        rig.runAll();
        rig.created("b");
        rig.run(retry());
        rig.pass(1s);
        QCOMPARE(rig.runAll(), "b"); // not a thousand seconds later
    }

    void e13_retryThatStartedKeepsItsTurn()
    {
        ScheduleRig rig({.backoffBase = 100ms, .retryRate = 0.001, .retryBurst = 1});
        rig.created("a");
        rig.run(retry());
        rig.pass(1s);
        Item *started = rig.take();
        rig.modified("a"); // too late
        rig.finish(started);
        rig.runAll();
        rig.created("b");
        rig.run(retry());
        rig.pass(1s);
        QCOMPARE(rig.runAll(), "");
    }

    void e13_retryThatIsReadyButWasNotTakenLeavesItsTurnToAnother()
    {
        ScheduleRig rig({.backoffBase = 100ms, .retryRate = 0.001, .retryBurst = 1});
        rig.created("a");
        rig.run(retry());
        rig.pass(1s);
        rig.modified("a");
        rig.runAll();
        rig.created("b");
        rig.run(retry());
        rig.pass(1s);
        QCOMPARE(rig.runAll(), "b");
    }

    void e14_removalThatIsLookedAtAgainIsStillOwed()
    {
        ScheduleRig rig;
        rig.list({"a", "b"});
        rig.runAll(requeueAfter(1min));
        rig.deleted("a");
        rig.run(onRemoval(requeueAfter(10s)));
        QCOMPARE(rig.state("a"), ItemState::Waiting);
        const std::vector<Explanation> why{
            {.kind = Explanation::Kind::RemovalGoesOn, .until = rig.now() + 10s}};
        QVERIFY(rig.detail("a")->explanation == why);
        QCOMPARE(rig.state("b"), ItemState::InSync);
        const Unfinished left = rig.unfinished();
        QCOMPARE(left.ids, std::vector<ObjectId>{"a"});
        QCOMPARE(left.count, 1u);
        rig.pass(11s);
        QCOMPARE(rig.runAll(), "-a");
        QVERIFY(!rig.knows("a"));
    }

    void e16_whatComesDueWhileAllAreBusyIsTakenInPortions()
    {
        constexpr int Count = 5000;
        ScheduleRig rig;
        for (int i = 0; i < Count; ++i)
            rig.addAfter(ScheduleRig::objectName(i), 10s + i * 1ms);
        rig.clock.advance(1min); // nobody has looked
        QCOMPARE(rig.run(), "o0");
        QVERIFY(rig.depth() < Schedule::ExpiredAtOnce);
        for (int i = 1; i < Count; ++i)
            QCOMPARE(rig.run(), ScheduleRig::objectName(i)); // the earlier first
        QCOMPARE(rig.run(), "");
    }

    void e16_whatComesDueAtOneInstantIsTakenAfterAllPortions()
    {
        constexpr int Count = 5000;
        ScheduleRig rig;
        for (int i = 0; i < Count; ++i)
            rig.addAfter(ScheduleRig::objectName(i), 10s); // all have to be moved down first
        rig.clock.advance(1min);
        const auto taken = rig.on<Runs>(
            [](Runs &runs, TimePoint now) { return runs.take(0, now); });
        QVERIFY(!taken.item);
        QVERIFY(taken.isMoreDue);
        Seat seat;
        const auto lease = rig.queue.take(seat); // does not sleep
        QVERIFY(lease);
        QCOMPARE(std::string(lease->id()), "o0");
    }

    void e16_pausesThatEndAtOneInstantAreTakenInPortions()
    {
        constexpr int Count = effort(100'000);
        ScheduleRig rig;
        rig.listObjects(Count);
        while (Item *item = rig.take())
            rig.finish(item);
        for (int i = 0; i < Count; ++i)
            rig.pauseItem(ScheduleRig::objectName(i), rig.now() + 1h);
        for (int i = 0; i < Count; i += 1000)
            rig.modified(ScheduleRig::objectName(i)); // asked for meanwhile
        rig.clock.advance(2h);                        // nobody has looked
        std::uint64_t left = rig.inState(ItemState::Paused);
        QCOMPARE(left, std::uint64_t(Count));
        for (bool isMore = true; isMore;) {
            isMore = rig.on<View>([](View &view, TimePoint now) { return view.expire(now); });
            const std::uint64_t now = rig.inState(ItemState::Paused);
            QVERIFY(left - now <= Schedule::ExpiredAtOnce);
            QCOMPARE(isMore, now > 0);
            left = now;
        }
        QCOMPARE(rig.depth(), std::size_t(Count / 1000));
        QCOMPARE(rig.inState(ItemState::InSync), std::uint64_t(Count - Count / 1000));
        QCOMPARE(rig.nextDue(), Duration::max());
        ControllerDelta news;
        std::size_t room = DeltaBytes;
        static_cast<void>(rig.on<View>([&](View &view, TimePoint) {
            return view.collect(ScheduleRig::Front, Reads::Events, news, room);
        }));
        const auto ends = std::ranges::count(news.events, EventRecord::Kind::PauseEnded,
                                             &EventRecord::kind);
        QCOMPARE(ends, 1);
        QCOMPARE(inWords(news.events.back().said), std::to_string(Count) + " objects go on");
    }

    void longestDelayDoesNotRunOverTheClock()
    {
        ScheduleRig rig;
        rig.created("a");
        rig.run(requeueAfter(Duration::max()));
        QVERIFY(rig.nextDue() > 24h * 365);
        rig.pass(24h);
        QCOMPARE(rig.runAll(), "");
    }
};

QONTROLLER_TEST(ScheduleDelaysTest)
#include "tst_scheduledelays.moc"
