// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"
#include "restoring.h"
#include "schedulerig.h"
#include "testprogram.h"

#include <functional>
#include <random>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

using Life = std::function<void(ScheduleRig &)>;

namespace {

/// A queue that knows what another knew, some time later by the calendar. The machine was
/// started in between: its clock began anew.
class NextLife : public ScheduleRig
{
public:
    explicit NextLife(ScheduleRig &before, Duration off = 1h)
        : ScheduleRig(before.options)
    {
        clock.advance(17min);
        clock.setWall(before.clock.wallNow() + off);
        restore(queue, clock, knownOf(before.queue, before.clock),
                waveOf(before.queue, before.clock));
    }
};

/// In this life a list showed \a count objects, which were handled.
void handleObjects(ScheduleRig &rig, int count)
{
    rig.listObjects(count);
    rig.runAll();
}

ControllerOptions patient()
{
    ControllerOptions options;
    options.backoffBase = options.backoffMax = 10min;
    return options;
}

/// Ends the next run with \a result, of which nothing follows that depends on jitter.
std::string handleOne(ScheduleRig &rig, RunResult result, Version version = 0)
{
    rig.list({"a"}, version);
    return rig.run(std::move(result));
}

} // namespace

/// What was known before the controller began: Restore.
class RestoreTest : public QObject
{
    Q_OBJECT

private slots:
    void e9_whatIsHeldStaysHeldAndIsSaidAgain()
    {
        ScheduleRig before;
        handleObjects(before, 30);
        before.list({"o0", "o1"});
        before.runAll();
        NextLife rig(before);
        QCOMPARE(rig.newEvents(EventRecord::Kind::Held),
                 ":removals from before the controller started wait for an operator: 28");
        QCOMPARE(rig.detail("o7")->explanation.back(),
                 (Explanation{.kind = Explanation::Kind::HeldFromBefore,
                              .since = rig.now(),
                              .number = 28,
                              .missing = 28}));
        QVERIFY(!rig.list({"o0", "o1"})); // no more are held than were
        QCOMPARE(rig.inState(ItemState::Held), 28U);
        QCOMPARE(rig.runAll(), std::string("o0 o1"));
        rig.on<Orders>([](Orders &orders, TimePoint now) { orders.removeHeld("o7", 0, now); });
        QCOMPARE(rig.runAll(), std::string("-o7"));
    }

    void e30_spellsGoOnInTheNextLifeAndItsOwnAreOthers()
    {
        ScheduleRig before;
        handleObjects(before, 30);
        before.list({"o0", "o1"});
        before.pauseItem("o0");
        const Spell hold = before.row("o7").hold;
        const Spell pause = before.row("o0").pause;
        NextLife rig(before);
        QVERIFY(hold != 0 && pause != 0);
        QCOMPARE(rig.row("o7").hold, hold);
        QCOMPARE(rig.row("o0").pause, pause);
        rig.listObjects(29);
        QCOMPARE(rig.row("o7").hold, Spell(0));
        QCOMPARE(rig.row("o29").hold, hold);
        rig.pauseItem("o0");
        QVERIFY(rig.row("o0").pause != pause);
        rig.runAll();
        rig.list({"o0", "o1"});
        QCOMPARE(rig.state("o7"), ItemState::Held);
        QVERIFY(rig.row("o7").hold != hold);
        QCOMPARE(rig.row("o29").hold, hold);
        NextLife third(rig, 1h);
        QCOMPARE(third.row("o29").hold, hold);
        QCOMPARE(third.row("o7").hold, rig.row("o7").hold);
        QCOMPARE(third.row("o8").hold, rig.row("o7").hold);
    }

    void e9_whatWentBeforeCounts()
    {
        ScheduleRig first;
        handleObjects(first, 100);
        QVERIFY(!first.listObjects(92));
        first.runAll();
        NextLife second(first, 3s);
        QVERIFY(second.listObjects(84)); // 16 of 100
        QCOMPARE(second.inState(ItemState::Held), 8U);
        const Explanation why = second.detail("o84")->explanation.back();
        QCOMPARE(why.number, 100U);
        QCOMPARE(why.before, 8U);
        second.runAll();
        NextLife third(second, 3s);
        QVERIFY(third.listObjects(83));
        QCOMPARE(third.runAll().find('-'), std::string::npos);
        QCOMPARE(third.inState(ItemState::Held), 9U);
    }

    void e9_whatWentBeforeCountsUntilRemovalsHaveRested_data()
    {
        QTest::addColumn<Duration>("off"); // by the calendar
        QTest::addColumn<Duration>("pause");
        QTest::addColumn<bool>("isHeld");
        const auto row = [](const char *name, Duration off, Duration pause, bool isHeld) {
            QTest::newRow(name) << off << pause << isHeld;
        };
        row("rested", 3s, DeletionGuard::Rest, false);
        row("rested with the time that it was off", 90s, 30s, false);
        row("too soon", 3s, DeletionGuard::Rest - 10s, true);
        row("the calendar was set back, too soon", -24h, DeletionGuard::Rest - 1s, true);
        row("the calendar was set back, rested", -24h, DeletionGuard::Rest, false);
    }
    void e9_whatWentBeforeCountsUntilRemovalsHaveRested()
    {
        QFETCH(Duration, off);
        QFETCH(Duration, pause);
        QFETCH(bool, isHeld);
        ScheduleRig before;
        handleObjects(before, 50);
        before.listObjects(40);
        before.runAll();
        NextLife rig(before, off);
        rig.pass(pause);
        rig.listObjects(40); // it lacks nothing more
        rig.runAll();
        QCOMPARE(rig.listObjects(30), isHeld);
    }

    void e9_aPersonWhoHasDecidedBeganAnew()
    {
        ScheduleRig before;
        handleObjects(before, 12);
        QVERIFY(before.list({}));
        for (const ObjectId &id : before.held())
            before.on<Orders>([&id](Orders &orders, TimePoint now) { orders.keepHeld(id, now); });
        NextLife rig(before, 3s);
        rig.listObjects(12); // the source is back
        rig.runAll();
        QVERIFY(!rig.listObjects(5));
    }

    void e9_theStorageAloneHasNothingRemovedThatWasKnown()
    {
        ScheduleRig before;
        handleObjects(before, 30);
        NextLife rig(before);
        rig.beginList(); // it shows nothing, and says that it is not all
        rig.endList(ListResult::partial("cut"));
        int removals = 0;
        for (int i = 0; i < 30; ++i) {
            rig.add(rig.objectName(i), Cause::Owner);
            Item *item = rig.take();
            item->costsNoAttempt = false; // as after a retry
            const bool may = rig.on<Runs>(
                [item](Runs &runs, TimePoint now) { return runs.mayRemove(*item, now); });
            removals += may;
            rig.finish(item, may ? removed() : RunResult{Outcome::done(), Ran::Held, false});
        }
        QCOMPARE(removals, 10);
        QCOMPARE(rig.inState(ItemState::Held), 20U);
    }

    void e9_whatTheStorageDeniedIsAskedForOneAtATime()
    {
        ScheduleRig before;
        handleObjects(before, 30);
        before.listObjects(30);
        for (Item *item = before.take(); item; item = before.take()) {
            const bool may = before.on<Runs>(
                [item](Runs &runs, TimePoint now) { return runs.mayRemove(*item, now); });
            before.finish(item, may ? removed() : RunResult{Outcome::done(), Ran::Held, false});
        }
        QCOMPARE(before.inState(ItemState::Held), 20U);
        NextLife rig(before);
        rig.beginList();
        for (int i = 10; i < 30; ++i)
            rig.listed(rig.objectName(i));
        rig.listed("new");
        rig.completeList();
        int asked = 0;
        for (Item *item = rig.take(); item; item = rig.take(), ++asked) {
            QVERIFY(!rig.on<Runs>(
                [item](Runs &runs, TimePoint now) { return runs.mayRemove(*item, now); }));
            rig.finish(item, {Outcome::done(), Ran::Held, false});
        }
        QCOMPARE(asked, 2); // one of those, and the new one: it is denied as they are
    }

    void e14_parkedWithoutVersionsWaitsFromItsLastRunOn()
    {
        ScheduleRig before;
        before.options.resyncInterval = 1min; // so the parked are tried after ten
        ScheduleRig parked(before.options);
        handleOne(parked, park());
        NextLife soon(parked, 9min);
        soon.list({"a"});
        QCOMPARE(soon.runAll(), std::string());
        NextLife late(parked, 11min);
        late.list({"a"});
        QCOMPARE(late.runAll(), std::string("a"));
    }

    /// It may be kept from running for long, and needs a person all that time.
    void e32_whatHasFailedNeedsAPersonThoughItIsQueued()
    {
        ScheduleRig before;
        handleOne(before, {Outcome::park("there is no such host")});
        before.requeue("a");
        QCOMPARE(before.state("a"), ItemState::Waiting);
        NextLife rig(before);
        QCOMPARE(rig.state("a"), ItemState::Waiting);
        QCOMPARE(rig.gauges().givenUp, 1U);
        QCOMPARE(rig.run(), std::string("a"));
        QCOMPARE(rig.gauges().givenUp, 0U);
    }

    void e13_aBackOffGoesOnAndItsErrorsCount()
    {
        ScheduleRig before(patient());
        handleOne(before, retry("it broke"));
        const Duration left = before.row("a").nextRun - before.now();
        NextLife rig(before, 4min);
        QCOMPARE(rig.state("a"), ItemState::BackOff);
        QCOMPARE(rig.row("a").errors, 1U);
        QCOMPARE(rig.row("a").text, std::string("it broke"));
        QCOMPARE(rig.row("a").nextRun - rig.now(), left - 4min);
        rig.list({"a"}); // a resync has nothing new to say
        QCOMPARE(rig.runAll(), std::string());
        rig.pass(left - 4min + 2ms);
        QCOMPARE(rig.run(retry()), std::string("a"));
        QCOMPARE(rig.row("a").errors, 2U);
    }

    void e13_aCalendarThatWentBackMakesNoBackOffLonger()
    {
        ScheduleRig before(patient());
        handleOne(before, retry());
        const Duration left = before.row("a").nextRun - before.now();
        NextLife rig(before, -24h * 365);
        QCOMPARE(rig.state("a"), ItemState::BackOff);
        QCOMPARE(rig.row("a").nextRun - rig.now(), left);
        rig.pass(left + 2ms);
        QCOMPARE(rig.runAll(), std::string("a"));
    }

    void e13_aBackOffThatWasOverMeanwhileIsOver()
    {
        ScheduleRig before(patient());
        handleOne(before, retry());
        NextLife rig(before, 24h);
        QCOMPARE(rig.state("a"), ItemState::BackOff); // until the limit of retries lets it start
        QVERIFY(rig.row("a").nextRun <= rig.now());
        QCOMPARE(rig.runAll(), std::string("a"));
    }

    void e21_aPauseEndsAtItsTimeByTheCalendar_data()
    {
        QTest::addColumn<qint64>("offMinutes");
        QTest::addColumn<qint64>("leftMinutes");
        QTest::newRow("before it") << qint64(45) << qint64(75);
        QTest::newRow("after it") << qint64(180) << qint64(0);
        QTest::newRow("the calendar was set back")
            << qint64(-60) << qint64(120); // no longer than it was
    }
    void e21_aPauseEndsAtItsTimeByTheCalendar()
    {
        QFETCH(qint64, offMinutes);
        QFETCH(qint64, leftMinutes);
        ScheduleRig before;
        handleObjects(before, 1);
        before.pauseItem("o0", before.now() + 2h, "lunch");
        NextLife rig(before, offMinutes * 1min);
        rig.list({"o0"});
        QCOMPARE(rig.state("o0"), ItemState::Paused);
        QCOMPARE(rig.row("o0").pauseReason, std::string("lunch"));
        if (leftMinutes > 0) {
            rig.pass(leftMinutes * 1min - 1ms);
            QCOMPARE(rig.runAll(), std::string());
        }
        rig.pass(2ms);
        QCOMPARE(rig.runAll(), std::string("o0"));
    }

    void e30_aCalendarThatWasSetBackPutsNothingIntoTheFuture()
    {
        ScheduleRig before;
        before.options.parkedRetryInterval = 1h;
        handleOne(before, park());
        NextLife rig(before, -24h);
        const ItemRow row = rig.row("a");
        QCOMPARE(row.state, ItemState::Parked);
        QVERIFY(row.nextRun <= rig.now() + 1h);
        QVERIFY(row.since <= rig.now() && row.lastRun <= rig.now() && row.lastError <= rig.now());
    }

    void everyStateOutlivesTheProgram_data()
    {
        QTest::addColumn<Life>("life");
        const auto row = [](const char *name, Life life) { QTest::newRow(name) << life; };
        row("running", [](ScheduleRig &rig) { rig.list({"a"}), static_cast<void>(rig.take()); });
        row("an error, then it waits", [](ScheduleRig &rig) {
            handleOne(rig, retry("first"));
            rig.modified("a");
            rig.run(waitFor("b", 2h));
        });
        row("paused in its back-off", [](ScheduleRig &rig) {
            handleOne(rig, retry());
            rig.pauseItem("a", rig.now() + 3h);
        });
        row("a removal goes on", [](ScheduleRig &rig) {
            handleOne(rig, done());
            rig.deleted("a");
            rig.runAll(requeueAfter(2h));
        });
        row("held, an operator asks again", [](ScheduleRig &rig) {
            rig.list({"a", "b", "c"});
            rig.runAll();
            rig.list({});
            rig.requeue("a");
        });
        row("kept", [](ScheduleRig &rig) {
            rig.list({"a", "b", "c"});
            rig.runAll();
            rig.list({});
            rig.on<Orders>([](Orders &orders, TimePoint now) { orders.keepHeld("a", now); });
        });
    }
    void everyStateOutlivesTheProgram()
    {
        QFETCH(Life, life);
        ScheduleRig before(patient());
        before.pass(3h);
        life(before);
        const Known known = knownOf(before.queue, before.clock);
        const ItemRow row = before.row("a");
        NextLife rig(before, 0s);
        const Known knownNow = knownOf(rig.queue, rig.clock);
        QCOMPARE(knownNow.size(), known.size());
        for (const auto &[id, item] : known)
            QCOMPARE(knownNow.at(id), nextLife(item));
        const bool ran = row.state == ItemState::Running || row.state == ItemState::Stuck;
        const ItemState stateNow = row.paused ? ItemState::Paused : ItemState::Waiting;
        QCOMPARE(rig.state("a"), ran ? stateNow : row.state);
        QCOMPARE(rig.row("a").absent, row.absent);
        QCOMPARE(rig.row("a").kept, row.kept);
        QCOMPARE(rig.gauges().known, before.gauges().known);
    }

    void ofTwoWithTheSameIdTheFirstCounts()
    {
        ScheduleRig rig;
        rig.on<Restore>([&rig](Restore &restore, TimePoint) {
            KnownItem item;
            item.id = "a";
            item.errors = 2;
            restore.add(item, rig.clock.moment());
            item.errors = 3;
            restore.add(item, rig.clock.moment());
        });
        QCOMPARE(rig.row("a").errors, 2U);
        QCOMPARE(rig.itemsInMemory(), 1U);
    }

    void nothingIsRestoredOnceItStops()
    {
        ScheduleRig before;
        handleObjects(before, 3);
        ScheduleRig rig;
        rig.on<Orders>([](Orders &orders, TimePoint) { orders.close(); });
        restore(rig.queue, rig.clock, knownOf(before.queue, before.clock));
        QCOMPARE(rig.itemsInMemory(), 0U);
    }

    void whateverAJournalSaysFitsTheRules()
    {
        std::mt19937 random(5);
        const auto below = [&random](unsigned end) { return unsigned(random() % end); };
        for (int life = 0; life < 300; ++life) {
            ScheduleRig rig(patient());
            Known known;
            for (int i = 0; i < 20; ++i) {
                const auto time = [&] {
                    return below(3) == 0 ? WallTime{}
                                         : rig.clock.wallNow() + (int(below(4000)) - 2000) * 1h;
                };
                KnownItem item;
                item.id = rig.objectName(i);
                item.version = below(3);
                item.existence = static_cast<Existence>(below(ExistenceCount));
                item.denied = below(4) == 0;
                item.givenUp = below(4) == 0;
                item.standing = static_cast<Standing>(below(4));
                item.next = static_cast<NextRun>(below(6));
                item.nextRun = time();
                item.band = static_cast<Band>(below(BandCount));
                item.causes = static_cast<std::uint16_t>(below(1U << CauseCount));
                item.errors = below(8);
                item.text = below(2) ? "text" : "";
                item.error = below(2) ? "error" : "";
                item.lastError = time();
                item.paused = below(3) == 0;
                item.pausedUntil = below(9) == 0 ? WallTime::max() : time();
                item.since = time();
                item.firstSeen = below(9) == 0 ? WallTime::min() : time();
                item.lastRun = time();
                known[item.id] = item;
            }
            restore(rig.queue, rig.clock, known);
            QCOMPARE(rig.itemsInMemory(), 20U);
            rig.runAll();
            rig.listObjects(20);
            for (int i = 0; i < 20; ++i)
                rig.resumeItem(rig.objectName(i));
            rig.listObjects(20);
            for (int i = 0; i < 24; ++i) {
                rig.pass(200h);
                rig.runAll();
            }
            for (int i = 0; i < 20; ++i)
                rig.requeue(rig.objectName(i));
            rig.runAll();
            QCOMPARE(rig.inState(ItemState::InSync), 20U);
            QCOMPARE(rig.unfinished().count, 0U);
            QCOMPARE(rig.counters().queued, rig.counters().dequeued);
        }
    }
};

QONTROLLER_TEST(RestoreTest)
#include "tst_restore.moc"
