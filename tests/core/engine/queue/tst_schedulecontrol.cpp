// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"
#include "schedulerig.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

class ScheduleControlTest : public QObject
{
    Q_OBJECT

private slots:
    void e21_pausedItemRunsOnceOnResume()
    {
        ScheduleRig rig;
        rig.created("a");
        rig.pauseItem("a", TimePoint::max(), "maintenance");
        QCOMPARE(rig.state("a"), ItemState::Paused);
        QCOMPARE(rig.row("a").pauseReason, "maintenance");
        QCOMPARE(rig.depth(), 0u);
        for (int i = 0; i < 5; ++i)
            rig.modified("a");
        QCOMPARE(rig.runAll(), "");
        QCOMPARE(rig.state("a"), ItemState::Paused);
        rig.resumeItem("a");
        QCOMPARE(rig.runAll(), "a");
        QCOMPARE(rig.runAll(), "");
    }

    void e21_pausedItemThatNobodyWantsStaysQuietOnResume()
    {
        ScheduleRig rig;
        rig.created("a");
        rig.runAll();
        rig.pauseItem("a");
        rig.resumeItem("a");
        QCOMPARE(rig.runAll(), "");
        QCOMPARE(rig.state("a"), ItemState::InSync);
    }

    void e21_pauseOfAnItemExpires()
    {
        ScheduleRig rig;
        rig.created("a");
        rig.pauseItem("a", rig.now() + 10s);
        QCOMPARE(rig.nextDue() <= 10s, true);
        QVERIFY(rig.row("a").nextRun == TimePoint{});
        rig.pass(10s - 1ns);
        QCOMPARE(rig.runAll(), "");
        QCOMPARE(rig.state("a"), ItemState::Paused);
        rig.pass(1ns);
        QCOMPARE(rig.runAll(), "a");
    }

    void e21_laterPauseReplacesAnEarlier_data()
    {
        QTest::addColumn<bool>("forEver");
        QTest::newRow("longer") << false;
        QTest::newRow("for ever") << true;
    }
    void e21_laterPauseReplacesAnEarlier()
    {
        QFETCH(bool, forEver);
        ScheduleRig rig;
        rig.created("a");
        rig.pauseItem("a", rig.now() + 1s);
        rig.pauseItem("a", forEver ? TimePoint::max() : rig.now() + 5s, "longer");
        rig.pass(2s);
        QCOMPARE(rig.state("a"), ItemState::Paused);
        QCOMPARE(rig.row("a").pauseReason, "longer");
        rig.pass(3s);
        QCOMPARE(rig.runAll(), forEver ? "" : "a");
    }

    void e21_resumeBeforeTheExpiryEndsIt()
    {
        ScheduleRig rig;
        rig.created("a");
        rig.pauseItem("a", rig.now() + 10s);
        rig.resumeItem("a");
        QCOMPARE(rig.runAll(), "a");
        QCOMPARE(rig.nextDue(), Duration::max());
    }

    void e21_pauseWhileItRunsLetsTheRunEnd()
    {
        ScheduleRig rig;
        rig.created("a");
        Item *item = rig.take();
        rig.pauseItem("a");
        QCOMPARE(rig.state("a"), ItemState::Running);
        rig.modified("a");
        rig.finish(item);
        QCOMPARE(rig.state("a"), ItemState::Paused);
        QCOMPARE(rig.runAll(), "");
        rig.resumeItem("a");
        QCOMPARE(rig.runAll(), "a");
    }

    void e21_pauseThatExpiresWhileItRuns()
    {
        ScheduleRig rig;
        rig.created("a");
        Item *item = rig.take();
        rig.modified("a");
        rig.pauseItem("a", rig.now() + 1s);
        rig.pass(2s);
        QVERIFY(!rig.take());
        rig.finish(item);
        QCOMPARE(rig.runAll(), "a");
    }

    void e21_whatARunPlansWhilePausedFollowsOnResume_data()
    {
        QTest::addColumn<int>("result");
        QTest::newRow("retry") << 0;
        QTest::newRow("requeue after") << 1;
        QTest::newRow("lock refused") << 2;
    }
    void e21_whatARunPlansWhilePausedFollowsOnResume()
    {
        QFETCH(int, result);
        const RunResult results[] = {retry(), requeueAfter(1s), lockRefused()};
        ScheduleRig rig;
        rig.created("a");
        Item *item = rig.take();
        rig.pauseItem("a", rig.now() + 1h);
        rig.finish(item, results[result]);
        QCOMPARE(rig.state("a"), ItemState::Paused);
        rig.pass(10min);
        QCOMPARE(rig.runAll(), "");
        rig.pass(50min);
        QCOMPARE(rig.runAll(), "a");
    }

    void e21_pauseInBackOffKeepsTheErrorsAndRunsOnResume()
    {
        ScheduleRig rig;
        rig.created("a");
        rig.run(retry());
        rig.pauseItem("a");
        QCOMPARE(rig.nextDue(), Duration::max());
        rig.pass(1h);
        QCOMPARE(rig.runAll(), "");
        QCOMPARE(rig.row("a").errors, 1u);
        rig.resumeItem("a");
        QCOMPARE(rig.runAll(), "a");
        QCOMPARE(rig.counters().queued, rig.counters().dequeued);
    }

    void e21_pauseOfAnIdThatIsNotKnownIsNothing()
    {
        ScheduleRig rig;
        rig.pauseItem("a");
        rig.resumeItem("a");
        QVERIFY(!rig.knows("a"));
        rig.created("a");
        QCOMPARE(rig.runAll(), "a");
    }

    void e21_removalOfAPausedItemWaits()
    {
        ScheduleRig rig;
        rig.list({"a", "z"});
        rig.runAll();
        rig.pauseItem("a", rig.now() + 1h);
        rig.list({"z"});
        QCOMPARE(rig.runAll(), "z");
        QVERIFY(rig.row("a").absent);
        rig.resumeItem("a");
        QCOMPARE(rig.runAll(), "-a");
        QVERIFY(!rig.knows("a"));
        QCOMPARE(rig.nextDue(), Duration::max());
    }

    void e21_itemThatIsRemovedWhilePausedLeavesNoExpiryBehind()
    {
        ScheduleRig rig;
        rig.list({"a"});
        rig.runAll();
        rig.deleted("a");
        Item *item = rig.take();
        rig.pauseItem("a", rig.now() + 1h);
        rig.finish(item, removed());
        QVERIFY(!rig.knows("a"));
        QCOMPARE(rig.nextDue(), Duration::max());
    }

    void e21_pausedControllerHandsOutNothing()
    {
        ScheduleRig rig;
        rig.created("a");
        Item *running = rig.take();
        rig.created("b");
        pauseAll(rig, TimePoint::max());
        QVERIFY(!rig.take());
        QCOMPARE(rig.depth(), 1u);
        rig.modified("a");
        rig.finish(running);
        QVERIFY(!rig.take());
        const Explanation why = rig.detail("a")->explanation.front();
        QVERIFY(why.kind == Explanation::Kind::ControllerPaused);
        QVERIFY(why.until == TimePoint()); // not by itself
        QCOMPARE(why.text, "night");
        rig.on<Orders>([](Orders &orders, TimePoint) { orders.resume(); });
        QCOMPARE(rig.runAll(), "b a");
    }

    void e21_pauseOfTheControllerExpires()
    {
        ScheduleRig rig;
        rig.created("a");
        pauseAll(rig, rig.now() + 5s);
        QCOMPARE(rig.nextDue(), Duration(5s));
        rig.pass(5s - 1ns);
        QVERIFY(!rig.take());
        rig.pass(1ns);
        QCOMPARE(rig.runAll(), "a");
        QCOMPARE(rig.nextDue(), Duration::max());
    }

    void e21_backOffGoesOnWhileTheControllerIsPaused()
    {
        ScheduleRig rig;
        rig.created("a");
        rig.run(retry());
        pauseAll(rig, TimePoint::max());
        rig.pass(1h);
        QCOMPARE(rig.state("a"), ItemState::BackOff);
        rig.on<Orders>([](Orders &orders, TimePoint) { orders.resume(); });
        QCOMPARE(rig.runAll(), "a");
    }

    void e21_anotherLookKeepsItsBandThroughAPause()
    {
        ScheduleRig rig;
        rig.requeue("a"); // its last run was in the best band
        rig.run(requeueAfter(1h));
        rig.pauseItem("a");
        rig.resumeItem("a");
        QCOMPARE(rig.row("a").band, Band::Retry);
    }

    void e22_requeueSkipsTheBackOff()
    {
        ScheduleRig rig;
        rig.created("a");
        rig.run(retry());
        rig.requeue("a");
        QCOMPARE(rig.row("a").band, Band::Operator);
        QCOMPARE(rig.runAll(), "a");
        QCOMPARE(rig.nextDue(), Duration::max());
    }

    void e22_requeueMakesAnUnknownIdKnown()
    {
        ScheduleRig rig;
        rig.requeue("a");
        QCOMPARE(rig.runAll(), "a");
        QVERIFY(rig.knows("a"));
    }

    void e22_ticketTellsTheOutcomeOfItsOwnRun()
    {
        ScheduleRig rig;
        rig.created("a");
        Item *item = rig.take();
        rig.requeue("a", 41);
        rig.requeue("a", 42);
        QCOMPARE(tickets(rig), "");
        rig.finish(item, retry("the run before"));
        QCOMPARE(tickets(rig), "");
        rig.run(retry("no route"));
        QCOMPARE(tickets(rig), "41 a failed: no route, 42 a failed: no route");
        rig.requeue("a", 43);
        rig.run();
        rig.modified("a");
        rig.run();
        QCOMPARE(tickets(rig), "43 a done");
    }

    void e22_ticketSaysWhatHappened_data()
    {
        QTest::addColumn<int>("result");
        QTest::addColumn<QString>("text");
        QTest::newRow("done") << 0 << "done";
        QTest::newRow("failed") << 1 << "failed: it broke";
        QTest::newRow("parked") << 2 << "parked: no use";
        QTest::newRow("again") << 3 << "done, looked at again in 5m";
        QTest::newRow("waits") << 4 << "waits for: dns";
        QTest::newRow("refused") << 5 << "lock refused, held by: host b";
        QTest::newRow("lost") << 6 << "lock lost while running";
        QTest::newRow("ignored") << 7 << "ignored";
        QTest::newRow("removed") << 8 << "removed";
    }
    void e22_ticketSaysWhatHappened()
    {
        QFETCH(int, result);
        QFETCH(QString, text);
        const RunResult results[] = {done(),
                                     retry(),
                                     park(),
                                     requeueAfter(5min),
                                     waitFor("dns", 1s),
                                     lockRefused("host b"),
                                     lockLost(),
                                     ignored(),
                                     removed()};
        ScheduleRig rig;
        rig.requeue("a", 1);
        rig.run(results[result]);
        QCOMPARE(tickets(rig), "1 a " + text.toStdString());
    }

    void e22_ticketOfAPausedItemWaitsForItsRun()
    {
        ScheduleRig rig;
        rig.created("a");
        rig.pauseItem("a");
        rig.requeue("a", 9);
        rig.resumeItem("a");
        rig.runAll();
        QCOMPARE(tickets(rig), "9 a done");
    }

    void e22_ticketOfADiscardedItemEndsToo()
    {
        ScheduleRig rig;
        rig.requeue("a", 9);
        rig.on<Orders>([](Orders &orders, TimePoint now) { orders.discardItem("a", now); });
        QCOMPARE(tickets(rig), "9 a discarded");
    }

    void e22_ticketOfARunThatTheStopForbidsEndsAtOnce()
    {
        ScheduleRig rig;
        rig.created("a");
        rig.runAll();
        rig.queue.shutDown();
        rig.requeue("a", 9);
        rig.requeue("nobody", 10);
        rig.requeue("a"); // nobody waits for this one
        QCOMPARE(tickets(rig), "9 a not run: the controller stops, "
                               "10 nobody not run: the controller stops");
        QVERIFY(!rig.knows("nobody"));
    }

    void e22_ticketOfARunThatTheStopLeavesEndsToo()
    {
        ScheduleRig rig;
        rig.requeue("ran", 8);
        rig.run();
        rig.requeue("ready", 9);
        rig.created("paused");
        rig.pauseItem("paused");
        rig.requeue("paused", 10);
        rig.queue.shutDown();
        const auto end = [](Orders &orders, ItemTable::Walk &walk, TimePoint now) {
            orders.endTickets(walk, now);
        };
        rig.queue.walk<Orders>(end);
        rig.queue.walk<Orders>(end);
        const QString ended = QString::fromStdString(tickets(rig));
        QCOMPARE(ended.count(','), 2);
        QVERIFY(ended.contains("8 ran done"));
        QVERIFY(ended.contains("9 ready not run: the controller stops"));
        QVERIFY(ended.contains("10 paused not run: the controller stops"));
    }

    void e22_ticketOfARunThatNeverReturnsEndsOnce()
    {
        ScheduleRig rig;
        rig.requeue("hangs", 7);
        Item *hangs = rig.take();
        rig.queue.shutDown();
        rig.queue.walk<Orders>([](Orders &orders, ItemTable::Walk &walk, TimePoint now) {
            orders.endTickets(walk, now);
        });
        QCOMPARE(tickets(rig), "7 hangs the controller has stopped, and its call has not returned");
        rig.finish(hangs); // much later
        QCOMPARE(tickets(rig), "");
    }

    void e23_retryLimitCanBeChangedWhileItRuns()
    {
        ScheduleRig rig({.maxRetries = 0});
        rig.created("a");
        rig.on<Runs>([](Runs &runs, TimePoint) { runs.setMaxRetries(1); });
        rig.run(retry());
        QCOMPARE(rig.state("a"), ItemState::BackOff);
    }

    void e21_endOfAPauseIsToldOnce()
    {
        ScheduleRig rig;
        rig.list({"a", "b", "c"});
        rig.runAll();
        rig.pauseItem("a", rig.now() + 1min);
        pauseAll(rig, rig.now() + 2min);
        rig.pass(1min);
        QCOMPARE(rig.newEvents(EventRecord::Kind::PauseEnded), "a:");
        rig.pass(1min);
        QCOMPARE(rig.newEvents(EventRecord::Kind::PauseEnded), ":");
        rig.pauseItem("b", rig.now() + 1min);
        rig.pauseItem("c", rig.now() + 1min);
        rig.pass(2min);
        QCOMPARE(rig.newEvents(EventRecord::Kind::PauseEnded), ":2 objects go on");
        rig.pauseItem("a", rig.now() + 1min);
        rig.resumeItem("a");
        rig.pass(2min);
        QCOMPARE(rig.newEvents(EventRecord::Kind::PauseEnded), ""); // somebody ended it
    }

    void e22_ticketEndIsSeenHoweverManyEventsThereAre()
    {
        ScheduleRig rig;
        static_cast<void>(rig.pull());
        for (std::size_t i = 0; i < 3 * DeltaEventLimit; ++i) {
            rig.on<Orders>([](Orders &orders, TimePoint now) {
                orders.log(EventRecord::Kind::Error, "no", now);
            });
        }
        rig.requeue("a", 7);
        rig.runAll();
        QCOMPARE(tickets(rig), "7 a done");
        QCOMPARE(tickets(rig), "");
    }

    void e22_manyTicketsOfOneObjectEndAPortionAtATime()
    {
        constexpr Ticket Many = 20'000;
        ScheduleRig rig;
        rig.list({"a"});
        rig.runAll();
        static_cast<void>(rig.pull());
        rig.pauseItem("a");
        for (Ticket ticket = 1; ticket <= Many; ++ticket)
            rig.requeue("a", ticket);
        rig.resumeItem("a");
        QCOMPARE(rig.runAll(), "a");
        std::size_t ends = 0;
        for (bool isMore = true; isMore;) {
            const std::size_t some = rig.pull().ticketEnds.size();
            QVERIFY(some <= DeltaTicketEndLimit);
            ends += some;
            isMore = some > 0;
        }
        QCOMPARE(ends, std::size_t(Many));
    }

    void e22_aCommandThatNamesAnObjectAgainIsAnsweredForEach()
    {
        ScheduleRig rig;
        static_cast<void>(rig.pull());
        for (int i = 0; i < 1000; ++i)
            rig.requeue("a", 7);
        rig.runAll();
        const auto ends = rig.pull().ticketEnds;
        QCOMPARE(ends.size(), 1U);
        QCOMPARE(ends.front().runs, 1000U);
    }

private:
    static void pauseAll(ScheduleRig &rig, TimePoint until)
    {
        rig.on<Orders>([until](Orders &orders, TimePoint) { orders.pause(until, "night"); });
    }
    static std::string tickets(ScheduleRig &rig)
    {
        std::string texts;
        for (const EventRecord &event : rig.pull().ticketEnds) {
            texts += (texts.empty() ? "" : ", ") + std::to_string(event.ticket) + " " + event.id
                     + " " + inWords(event.said);
        }
        return texts;
    }
};

QONTROLLER_TEST(ScheduleControlTest)
#include "tst_schedulecontrol.moc"
