// SPDX-License-Identifier: LGPL-3.0-or-later
#include "effort.h"
#include "printing.h"
#include "schedulerig.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

// Most rows are those of client-go's delaying_queue_test.go.
class ScheduleDelaysTest : public QObject
{
    Q_OBJECT

private slots:
    void firesOnceAfterItsTime()
    {
        ScheduleRig rig;
        rig.addAfter("foo", 50ms);
        QCOMPARE(rig.nextDue(), Duration(50ms));
        rig.pass(50ms - 1ns);
        QCOMPARE(rig.runAll(), "");
        rig.pass(1ns);
        QCOMPARE(rig.runAll(), "foo");
        rig.pass(10s);
        QCOMPARE(rig.runAll(), "");
        QCOMPARE(rig.nextDue(), Duration::max());
    }

    void e4_ofTwoDelaysTheEarlierCounts_data()
    {
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("second");
        QTest::addColumn<int>("expected");
        QTest::newRow("50 then 70") << 50 << 70 << 50;
        QTest::newRow("50 then 30") << 50 << 30 << 30;
        QTest::newRow("50 twice") << 50 << 50 << 50;
    }
    void e4_ofTwoDelaysTheEarlierCounts()
    {
        QFETCH(int, first);
        QFETCH(int, second);
        QFETCH(int, expected);
        ScheduleRig rig;
        rig.addAfter("foo", std::chrono::milliseconds(first));
        rig.addAfter("foo", std::chrono::milliseconds(second));
        rig.pass(std::chrono::milliseconds(expected - 1));
        QCOMPARE(rig.runAll(), "");
        rig.pass(1ms);
        QCOMPARE(rig.runAll(), "foo");
        rig.pass(1s);
        QCOMPARE(rig.runAll(), "");
    }

    void oneSecondHalfAndAQuarterComeOutReversed()
    {
        ScheduleRig rig;
        rig.addAfter("foo", 1s);
        rig.addAfter("bar", 500ms);
        rig.addAfter("baz", 250ms);
        rig.pass(2s);
        QCOMPARE(rig.runAll(), "baz bar foo");
    }

    void hundredThousandDelayedIdsDoNotBlockTheCaller()
    {
        ScheduleRig rig;
        for (int i = 0; i < 100'000; ++i)
            rig.addAfter(std::to_string(i), std::chrono::milliseconds(1 + i % 1000));
        QCOMPARE(rig.depth(), 0u);
        rig.pass(500ms);
        QCOMPARE(rig.depth(), 50'000u);
        rig.pass(500ms);
        QCOMPARE(rig.depth(), 100'000u);
    }

    void e4_freshTriggerCancelsADelay_data()
    {
        QTest::addColumn<int>("result");
        QTest::newRow("back-off") << 0;
        QTest::newRow("requeue after") << 1;
        QTest::newRow("wait") << 2;
        QTest::newRow("lock") << 3;
    }
    void e4_freshTriggerCancelsADelay()
    {
        QFETCH(int, result);
        const RunResult results[] = {retry(), requeueAfter(1s), waitFor("x", 1s), lockRefused()};
        ScheduleRig rig;
        rig.created("a");
        rig.run(results[result]);
        QVERIFY(rig.nextDue() < 2s);
        rig.modified("a");
        QCOMPARE(rig.nextDue(), Duration::max());
        QCOMPARE(rig.runAll(), "a");
        rig.pass(1h);
        QCOMPARE(rig.runAll(), "");
    }

    void e4_resyncCancelsAPlannedLookButNoBackOff_data()
    {
        QTest::addColumn<int>("result");
        QTest::addColumn<QString>("ran");
        QTest::newRow("back-off") << 0 << "";
        QTest::newRow("lock") << 1 << "";
        QTest::newRow("requeue after") << 2 << "a";
        QTest::newRow("wait") << 3 << "a";
    }
    void e4_resyncCancelsAPlannedLookButNoBackOff()
    {
        QFETCH(int, result);
        QFETCH(QString, ran);
        const RunResult results[] = {retry(), lockRefused(), requeueAfter(1s), waitFor("x", 1s)};
        ScheduleRig rig({.backoffBase = 100ms});
        rig.list({"a"});
        rig.run(results[result]);
        rig.list({"a"});
        QCOMPARE(rig.runAll(), ran.toStdString());
        rig.pass(2s);
        QCOMPARE(rig.runAll().empty(), !ran.isEmpty());
    }

    void e13_retryThatDoesNotStartLeavesItsTurnToAnother_data()
    {
        QTest::addColumn<QString>("superseded");
        for (const char *how : {"event", "pause", "discard", "earlier delay"})
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
        else if (superseded == "discard")
            rig.on<Orders>([](Orders &orders, TimePoint now) { orders.discardItem("a", now); });
        else
            rig.addAfter("a", 0s);
        rig.pass(1ms);
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

    void e16_theEndOfManyPausesIsOneEvent()
    {
        constexpr int Count = 3000;
        ScheduleRig rig;
        rig.listObjects(Count);
        rig.runAll();
        for (int i = 0; i < Count; ++i)
            rig.pauseItem(ScheduleRig::objectName(i), rig.now() + 1h);
        rig.pass(2h);
        const QString ended = QString::fromStdString(rig.newEvents(EventRecord::Kind::PauseEnded));
        QVERIFY2(ended.contains("3000"), qPrintable(ended));
        QCOMPARE(ended.count('\n'), 0);
    }

    void e16_pausesThatEndAtOneInstantAreTakenInPortions()
    {
        constexpr int Count = effort(1'000'000);
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

    void cancelRemoves()
    {
        ScheduleRig rig;
        rig.addAfter("foo", 50ms);
        rig.on<Orders>([](Orders &orders, TimePoint now) { orders.discardItem("foo", now); });
        QCOMPARE(rig.nextDue(), Duration::max());
        rig.pass(1s);
        QCOMPARE(rig.runAll(), "");
        QVERIFY(!rig.knows("foo"));
    }

    void delayOfWhatIsQueuedIsMerged()
    {
        ScheduleRig rig;
        rig.created("a");
        rig.addAfter("a", 1h);
        QCOMPARE(rig.runAll(), "a");
        QCOMPARE(rig.nextDue(), Duration::max());
    }

    void delayOfWhatIsParkedIsIgnored()
    {
        ScheduleRig rig;
        rig.created("a");
        rig.run(park());
        rig.addAfter("a", 10ms);
        rig.pass(1s);
        QCOMPARE(rig.runAll(), "");
        QCOMPARE(rig.state("a"), ItemState::Parked);
    }

    void delayOfWhatHasFailedTriesAgain()
    {
        ScheduleRig rig({.maxRetries = 0});
        rig.created("a");
        rig.run(retry());
        QCOMPARE(rig.state("a"), ItemState::Failed);
        rig.addAfter("a", 10ms);
        rig.pass(1s);
        QCOMPARE(rig.runAll(), "a");
        QCOMPARE(rig.state("a"), ItemState::InSync);
    }

    void requeueAfterZeroComesWithTheNextTick()
    {
        ScheduleRig rig;
        rig.created("a");
        rig.run(requeueAfter(0s));
        QCOMPARE(rig.runAll(), "");
        rig.pass(1ms);
        QCOMPARE(rig.runAll(), "a");
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
