// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"
#include "rowmirror.h"
#include "schedulerig.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

class ScheduleRowsTest : public QObject
{
    Q_OBJECT

private slots:
    void oneCallOfCollectIsShort()
    {
        ScheduleRig rig;
        rig.listObjects(3000);
        ControllerDelta delta;
        std::size_t room = DeltaBytes;
        std::size_t before = 0;
        while (rig.on<View>([&](View &view, TimePoint) {
            return view.collect(ScheduleRig::Front, Reads::Everything, delta, room);
        })) {
            QVERIFY(delta.changed.size() - before <= 2 * ItemTable::Portion);
            before = delta.changed.size();
        }
        QCOMPARE(delta.changed.size(), 3000u);
    }

    void onePullIsBoundedInBytes()
    {
        constexpr int Count = 4000;
        constexpr std::size_t Room = 400'000;
        ScheduleRig rig;
        rig.beginList();
        for (int i = 0; i < Count; ++i)
            rig.listed(std::to_string(i) + std::string(1000, 'x'));
        static_cast<void>(rig.completeList());
        static_cast<void>(rig.pull(1)); // it is there from now on
        for (Ticket ticket = 1; ticket <= 3000; ++ticket)
            rig.requeue("o", ticket);
        rig.runAll(retry(std::string(1000, 'y')));
        RowMirror mirror;
        std::size_t events = 0;
        std::size_t ends = 0;
        std::size_t pulls = 0;
        for (bool isMore = true; isMore; ++pulls) {
            const ControllerDelta delta = rig.pull(Room);
            std::size_t bytes = 0;
            for (const ItemRow &row : delta.changed)
                bytes += bytesOf(row);
            for (const EventRecord &event : delta.events)
                bytes += bytesOf(event);
            for (const EventRecord &end : delta.ticketEnds)
                bytes += bytesOf(end);
            QVERIFY2(bytes < 2 * ItemTable::Portion * 3000 + Room, std::to_string(bytes).c_str());
            QVERIFY(delta.ticketEnds.size() <= DeltaTicketEndLimit);
            mirror.apply(delta);
            events += delta.events.size();
            ends += delta.ticketEnds.size();
            isMore = bytes > 0;
        }
        QVERIFY(pulls > 10);
        QCOMPARE(mirror.rows().size(), std::size_t(Count + 1));
        QCOMPARE(ends, 3000U);
        QCOMPARE(events + rig.counters().eventsDropped, std::size_t(Count + 1));
    }

    void withoutRoomAPullSaysThatMoreIsToCome()
    {
        ScheduleRig rig;
        rig.list({"a"});
        const ControllerDelta delta = rig.pull(0);
        QVERIFY(delta.changed.empty());
        QVERIFY(delta.rowsPending > 0);
        QCOMPARE(rig.pull().changed.size(), 1U);
    }

    void anErrorIsKnownUntilAnAttemptSucceeds()
    {
        ScheduleRig rig;
        rig.created("a");
        rig.finish(rig.take(), retry("no space"));
        const TimePoint failed = rig.row("a").lastError;
        QVERIFY(failed != TimePoint{});
        rig.pass(1h);
        rig.finish(rig.take(), waitFor("a window", 1min));
        QCOMPARE(rig.row("a").text, "a window");
        QCOMPARE(rig.row("a").error, "no space");
        QVERIFY(rig.row("a").lastError == failed);
        rig.pass(1h);
        rig.finish(rig.take(), retry("no right"));
        QVERIFY(rig.row("a").error.empty());
        QVERIFY(rig.row("a").lastError > failed);
        rig.pass(1h);
        rig.finish(rig.take(), done());
        QVERIFY(rig.row("a").lastError == TimePoint{});
        rig.modified("a");
        rig.finish(rig.take(), waitFor("a window", 1min));
        QVERIFY(rig.row("a").lastError == TimePoint{}); // to wait is no failure
    }

    void itemsThatComeWhileTheFirstPullIsUnderWayAreShown()
    {
        ScheduleRig rig;
        rig.listObjects(2000);
        ControllerDelta delta;
        std::size_t room = DeltaBytes;
        int added = 0;
        while (rig.on<View>([&](View &view, TimePoint) {
            return view.collect(ScheduleRig::Front, Reads::Everything, delta, room);
        })) {
            if (added < 500)
                rig.created("new" + std::to_string(added++));
        }
        RowMirror mirror;
        mirror.apply(delta);
        mirror.apply(rig.pull());
        QCOMPARE(mirror.rows().size(), rig.gauges().known);
    }

    void rowTellsWhenAndWhat()
    {
        ScheduleRig rig;
        const TimePoint start = rig.now();
        rig.pass(3s);
        rig.created("a");
        rig.pass(1s);
        QCOMPARE(rig.gauges().oldestWaiting, Duration(1s));
        Item *item = rig.take(7);
        QCOMPARE(rig.row("a").worker, 7);
        rig.on<Runs>([item](Runs &runs, TimePoint) { runs.setProgress(*item, 3, 10); });
        rig.pass(2s);
        QCOMPARE(rig.row("a").progressDone, 3u);
        QCOMPARE(rig.row("a").progressTotal, 10u);
        rig.finish(item, requeueAfter(5s));
        const ItemRow row = rig.row("a");
        QVERIFY(row.firstSeen == start + 3s);
        QVERIFY(row.lastRun == start + 6s);
        QVERIFY(row.lastSuccess == row.lastRun);
        QVERIFY(row.nextRun == start + 11s);
        QVERIFY(row.since == start + 6s);
        QCOMPARE(row.worker, -1);
        QCOMPARE(row.progressTotal, 0u);
    }

    void attemptsAreKeptOnceThereWasTrouble()
    {
        ScheduleRig rig({.maxRetries = 100});
        rig.created("a");
        rig.run();
        QVERIFY(rig.detail("b") == std::nullopt);
        for (int i = 0; i < 20; ++i) {
            rig.modified("a");
            rig.run(retry("error " + std::to_string(i)));
        }
        const auto attempts = rig.detail("a")->attempts;
        QCOMPARE(attempts.size(), Histories::AttemptsKept);
        QCOMPARE(inWords(attempts.front().outcome), "failed: error 4");
        QCOMPARE(inWords(attempts.back().outcome), "failed: error 19");
        QVERIFY(!attempts.back().success);
        rig.modified("a");
        rig.run();
        QCOMPARE(inWords(rig.detail("a")->attempts.back().outcome), "done");
        QCOMPARE(rig.row("a").text, "");
    }

    void troubleAndRecoveryAreEventsAndSuccessIsNot()
    {
        ScheduleRig rig({.maxRetries = 1});
        rig.created("fine");
        rig.run();
        QVERIFY(rig.pull().events.empty());
        rig.created("a");
        rig.run(retry("first"));
        QCOMPARE(rig.newEvents(EventRecord::Kind::Error), "a:first");
        rig.modified("a");
        rig.run();
        QCOMPARE(rig.newEvents(EventRecord::Kind::RetryWorked), "a:");
        rig.modified("a");
        rig.run(park("hopeless"));
        QCOMPARE(rig.newEvents(EventRecord::Kind::Parked), "a:hopeless");
        rig.modified("a");
        rig.run(lockRefused("host b"));
        QCOMPARE(rig.newEvents(EventRecord::Kind::LockRefused), "a:host b");
        rig.pass(1h);
        rig.run(lockRefused("host b")); // is counted
        QCOMPARE(rig.newEvents(EventRecord::Kind::LockRefused), "");
        rig.pass(1h);
        rig.run(lockRefused("host c"));
        QCOMPARE(rig.newEvents(EventRecord::Kind::LockRefused), "a:host c");
        QCOMPARE(rig.counters().locksRefused, 3U);
        rig.pass(1h);
        rig.run();
        QCOMPARE(rig.newEvents(EventRecord::Kind::Recovered), "a:");
        rig.modified("a");
        rig.run(retry("once"));
        rig.pass(1h);
        rig.run(retry("and again"));
        QCOMPARE(rig.newEvents(EventRecord::Kind::Failed), "a:and again");
        rig.modified("a");
        rig.run();
        QCOMPARE(rig.newEvents(EventRecord::Kind::Recovered), "a:");
    }

    void everyStateIsExplained()
    {
        ScheduleRig rig({.maxRetries = 1});
        rig.list({"sync", "backoff", "parked", "lock", "waits", "ignored", "paused", "again"});
        for (const RunResult &result : {done(), retry(), park(), lockRefused(), waitFor("dns", 1h),
                                        ignored(), done(), requeueAfter(1h)})
            rig.run(result);
        rig.pauseItem("paused", rig.now() + 1h, "night");
        rig.modified("paused");
        using Kind = Explanation::Kind;
        const auto due = [&rig](const char *id) { return rig.row(id).nextRun; };
        const TimePoint hour = rig.now() + 1h;
        const std::pair<const char *, std::vector<Explanation>> expected[] =
            {{"sync", {{.kind = Kind::InSync}}},
             {"backoff", {{.kind = Kind::BackOff, .until = due("backoff"), .number = 1}}},
             {"parked", {{.kind = Kind::Parked}}},
             {"lock", {{.kind = Kind::LockHeld, .until = due("lock")}}},
             {"waits", {{.kind = Kind::WaitsFor, .until = hour, .text = "dns"}}},
             {"ignored", {{.kind = Kind::Ignored}}},
             {"paused",
              {{.kind = Kind::Paused, .until = hour, .text = "night"},
               {.kind = Kind::RunsOnResume}}},
             {"again", {{.kind = Kind::AnotherLook, .until = hour}}}};
        for (const auto &[id, facts] : expected)
            QVERIFY2(rig.detail(id)->explanation == facts, id);
    }

    void whatIsLeftPausedSaysWhyItWasPaused()
    {
        ScheduleRig rig;
        rig.list({"a"});
        rig.run({Outcome::done("612 bytes written"), Ran::Add});
        rig.pauseItem("a", TimePoint::max(), "night shift");
        rig.requeue("a");
        QCOMPARE(rig.unfinished().whys, std::vector<std::string>{"paused: night shift"});
    }
};

QONTROLLER_TEST(ScheduleRowsTest)
#include "tst_schedulerows.moc"
