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

    void e21_anotherLookKeepsItsBandThroughAPause()
    {
        ScheduleRig rig;
        rig.requeue("a"); // its last run was in the best band
        rig.run(requeueAfter(1h));
        rig.pauseItem("a");
        rig.resumeItem("a");
        QCOMPARE(rig.row("a").band, Band::Retry);
    }

    void e22_ticketSaysWhatHappened_data()
    {
        QTest::addColumn<RunResult>("result");
        QTest::addColumn<QString>("text");
        QTest::newRow("done") << done() << "done";
        QTest::newRow("failed") << retry() << "failed: it broke";
        QTest::newRow("parked") << park() << "parked: no use";
        QTest::newRow("again") << requeueAfter(5min) << "done, looked at again in 5m";
        QTest::newRow("waits") << waitFor("dns", 1s) << "waits for: dns";
        QTest::newRow("refused") << lockRefused("host b") << "lock refused, held by: host b";
        QTest::newRow("lost") << lockLost() << "lock lost while running";
        QTest::newRow("ignored") << ignored() << "ignored";
        QTest::newRow("removed") << removed() << "removed";
    }
    void e22_ticketSaysWhatHappened()
    {
        QFETCH(RunResult, result);
        QFETCH(QString, text);
        ScheduleRig rig;
        rig.requeue("a", 1);
        rig.run(result);
        QCOMPARE(tickets(rig), "1 a " + text.toStdString());
    }

    void e22_ticketOfADiscardedItemEndsToo()
    {
        ScheduleRig rig;
        rig.requeue("a", 9);
        rig.on<Orders>([](Orders &orders, TimePoint now) { orders.discardItem("a", now); });
        QCOMPARE(tickets(rig), "9 a discarded");
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

    void e21_endOfAPauseIsToldOnce()
    {
        ScheduleRig rig;
        rig.list({"a", "b", "c"});
        rig.runAll();
        rig.pauseItem("a", rig.now() + 1min);
        pauseAll(rig, rig.now() + 2min);
        rig.pass(1min);
        QCOMPARE(rig.newEvents(EventRecord::Kind::PauseEnded), "a:");
        QCOMPARE(rig.nextDue(), Duration(1min));
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

    void onlyWhatIsKnownAndOwesNothingIsForgotten()
    {
        ScheduleRig rig({.maxRetries = 0});
        QCOMPARE(discard(rig, "a"), Discard::Unknown);
        rig.created("a");
        Item *item = rig.take();
        QCOMPARE(discard(rig, "a"), Discard::Running);
        rig.finish(item);
        rig.deleted("a");
        QCOMPARE(discard(rig, "a"), Discard::OwesRemoval);
        rig.run(onRemoval(retry()));
        QCOMPARE(discard(rig, "a"), Discard::Done);
        QCOMPARE(rig.newEvents(EventRecord::Kind::Command),
                 "a:discarded although its removal failed: what is left of it stays");
    }

private:
    using Discard = Orders::Discard;

    static Discard discard(ScheduleRig &rig, std::string_view id)
    {
        return rig.on<Orders>(
            [id](Orders &orders, TimePoint now) { return orders.discardItem(id, now); });
    }
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
