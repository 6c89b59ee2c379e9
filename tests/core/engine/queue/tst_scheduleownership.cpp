// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"
#include "schedulerig.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

constexpr std::uint32_t Parts = 1024;

/// Ids are cut into parts, all of which are this host's in the beginning.
struct OwnershipRig : ScheduleRig
{
    explicit OwnershipRig(ControllerOptions controllerOptions = {})
        : ScheduleRig(controllerOptions)
    {
        on<Handover>([](Handover &handover, TimePoint) { handover.cut(Parts); });
        for (std::uint32_t part = 0; part < Parts; ++part)
            say({&part, 1}, true);
    }

    void say(std::span<const std::uint32_t> parts, bool owned)
    {
        on<Handover>([&](Handover &handover, TimePoint) { handover.setOwned(parts, owned); });
    }
    void sweep()
    {
        queue.walk<Handover>([](Handover &handover, ItemTable::Walk &walk, TimePoint now) {
            handover.sweep(walk, now);
        });
    }
    void own(std::string_view id, bool owned = true)
    {
        const std::uint32_t part = partOf(id, Parts);
        say({&part, 1}, owned);
        sweep();
    }
    void disown(std::string_view id) { own(id, false); }
    void disownAll()
    {
        for (std::uint32_t part = 0; part < Parts; ++part)
            say({&part, 1}, false);
        sweep();
    }
    /// Queues so many, and \a last behind them, which alone is this host's then. No sweep says so.
    void queueMany(int count, std::string_view last)
    {
        const std::uint32_t kept = partOf(last, Parts);
        for (int i = 0; count > 0; ++i) {
            const std::string id = objectName(i);
            if (partOf(id, Parts) == kept)
                continue;
            add(id, Cause::Listed);
            --count;
        }
        add(last, Cause::Listed);
        for (std::uint32_t part = 0; part < Parts; ++part)
            say({&part, 1}, part == kept);
    }
    [[nodiscard]] std::string ticketEnds()
    {
        std::string ends;
        for (const EventRecord &end : pull().ticketEnds)
            ends += std::to_string(end.ticket) + ":" + inWords(end.said) + "\n";
        return ends;
    }
};

} // namespace

/// Of several hosts each owns a part of the objects, and knows all of them.
class ScheduleOwnershipTest : public QObject
{
    Q_OBJECT

private slots:
    void whatIsOwnedElsewhereIsKnownAndDoesNotRun()
    {
        OwnershipRig rig;
        rig.disown("a");
        rig.list({"a", "b"}, 7);
        QCOMPARE(rig.runAll(), "b");
        rig.modified("a", 8);
        QCOMPARE(rig.runAll(), "");
        QCOMPARE(rig.state("a"), ItemState::Elsewhere);
        QCOMPARE(rig.gauges().known, 2u);
        QCOMPARE(rig.inState(ItemState::Elsewhere), 1u);
        QCOMPARE(rig.gauges().depth, 0u);
        QCOMPARE(rig.unfinished().count, 0u);
        QVERIFY(rig.detail("a")->explanation
                == std::vector<Explanation>{{.kind = Explanation::Kind::OwnedElsewhere}});
    }

    void partsAreCounted()
    {
        ScheduleRig whole;
        QCOMPARE(whole.gauges().parts, 0u);
        OwnershipRig rig;
        QCOMPARE(rig.gauges().parts, quint64(Parts));
        rig.disown("a");
        QCOMPARE(rig.gauges().partsOwned, quint64(Parts - 1));
    }

    void whatIsTakenOverIsDue()
    {
        OwnershipRig rig;
        rig.disown("a");
        rig.list({"a"});
        rig.own("a");
        QCOMPARE(rig.state("a"), ItemState::Waiting);
        QCOMPARE(int(rig.row("a").causes), 1 << int(Cause::TakenOver));
        QCOMPARE(rig.runAll(), "a");
        rig.own("a"); // it is already
        QCOMPARE(rig.runAll(), "");
    }

    void whatWaitsIsTakenOut_data()
    {
        QTest::addColumn<QString>("how");
        for (const char *how : {"ready", "back-off", "again", "lock", "waits"})
            QTest::newRow(how) << how;
    }
    void whatWaitsIsTakenOut()
    {
        QFETCH(QString, how);
        OwnershipRig rig;
        rig.list({"a"});
        if (how == "back-off")
            rig.run(retry());
        else if (how == "again")
            rig.run(requeueAfter(1s));
        else if (how == "lock")
            rig.run(lockRefused());
        else if (how == "waits")
            rig.run(waitFor("x", 1s));
        rig.disown("a");
        QCOMPARE(rig.state("a"), ItemState::Elsewhere);
        QCOMPARE(rig.nextDue(), Duration::max());
        rig.pass(1h);
        QCOMPARE(rig.runAll(), "");
        QCOMPARE(rig.row("a").nextRun, TimePoint());
    }

    void whatIsHandedOverIsNotGivenOutBeforeTheSweepEither()
    {
        OwnershipRig rig;
        rig.queueMany(1200, "last");
        Runs::Taken taken;
        for (int looks = 0; !taken.item; ++looks) {
            QVERIFY(looks < 4);
            taken = rig.on<Runs>([](Runs &runs, TimePoint now) { return runs.take(1, now); });
            QVERIFY(taken.item || taken.isMoreDue); // not too many in one hold of the lock
        }
        QCOMPARE(std::string(taken.item->id()), "last");
        rig.finish(taken.item);
        QCOMPARE(rig.inState(ItemState::Elsewhere), 1200u);
    }

    void aWorkerFindsWhatComesAfterManyThatWereHandedOver()
    {
        OwnershipRig rig;
        rig.queueMany(1200, "last");
        rig.queue.shutDown(); // what is ready is still handed out
        Seat seat;
        auto lease = rig.queue.take(seat);
        QVERIFY(lease);
        QCOMPARE(std::string(lease->id()), "last");
    }

    void aRunUnderWayEndsAndNothingFollowsFromIt_data()
    {
        QTest::addColumn<QString>("how");
        for (const char *how : {"done", "retry", "park", "again", "lock", "disowned"})
            QTest::newRow(how) << how;
    }
    void aRunUnderWayEndsAndNothingFollowsFromIt()
    {
        QFETCH(QString, how);
        OwnershipRig rig;
        rig.created("a");
        Item *item = rig.take();
        rig.modified("a"); // it would run once more
        rig.disown("a");
        QCOMPARE(rig.state("a"), ItemState::Running);
        rig.finish(item, how == "retry"      ? retry()
                         : how == "park"     ? park()
                         : how == "again"    ? requeueAfter(1s)
                         : how == "lock"     ? lockLost()
                         : how == "disowned" ? RunResult{Outcome::done(), Ran::Disowned}
                                             : done());
        QCOMPARE(rig.state("a"), ItemState::Elsewhere);
        QCOMPARE(rig.row("a").errors, 0u);
        QCOMPARE(rig.row("a").text, "");
        QCOMPARE(rig.nextDue(), Duration::max());
        QCOMPARE(rig.runAll(), "");
        const Counters counters = rig.counters();
        QCOMPARE(counters.handled, 1u);
        QCOMPARE(counters.disowned, how == "disowned" ? 1u : 0u);
        QCOMPARE(counters.errors, how == "retry" || how == "park" ? 1u : 0u);
        QCOMPARE(counters.retries, 0u);
    }

    void theOutcomeOfARunUnderWayIsKept()
    {
        OwnershipRig rig;
        rig.created("a");
        Item *item = rig.take();
        rig.disown("a");
        rig.finish(item, retry("too late"));
        QCOMPARE(rig.newEvents(EventRecord::Kind::Error), "a:too late");
        QCOMPARE(inWords(rig.detail("a")->attempts.back().outcome), "failed: too late");
    }

    void aRunThatEndsBeforeTheSweepPlansNothingEither()
    {
        OwnershipRig rig;
        rig.created("a");
        Item *item = rig.take();
        const std::uint32_t part = partOf("a", Parts);
        rig.say({&part, 1}, false);
        rig.finish(item, retry());
        QCOMPARE(rig.state("a"), ItemState::Elsewhere);
        QCOMPARE(rig.counters().retries, 0u);
        QCOMPARE(rig.nextDue(), Duration::max());
    }

    void whatIsTakenOverWhileItRunsRunsOnceMore()
    {
        OwnershipRig rig;
        rig.created("a");
        Item *item = rig.take();
        rig.disown("a");
        rig.own("a");
        rig.finish(item, {Outcome::done(), Ran::Disowned});
        QCOMPARE(rig.runAll(), "a");
        QCOMPARE(rig.runAll(), "");
    }

    void troublesOfBeforeAreForgotten()
    {
        OwnershipRig rig({.maxRetries = 1});
        rig.list({"failed", "parked"});
        rig.run(retry());
        rig.run(park());
        rig.pass(1s);
        rig.run(retry());
        QCOMPARE(rig.state("failed"), ItemState::Failed);
        rig.disownAll();
        QCOMPARE(rig.row("failed").errors, 0u);
        QCOMPARE(rig.row("failed").text, "");
        rig.own("failed");
        rig.own("parked");
        QCOMPARE(rig.run(retry()), "failed");
        QCOMPARE(rig.state("failed"), ItemState::BackOff); // it has a retry again
        QCOMPARE(rig.run(), "parked");
    }

    void aPauseStays()
    {
        OwnershipRig rig;
        rig.list({"a", "b"});
        rig.runAll();
        rig.pauseItem("a");
        rig.pauseItem("b", rig.now() + 10s);
        rig.disownAll();
        QCOMPARE(rig.state("a"), ItemState::Elsewhere);
        rig.pass(20s);
        rig.own("a");
        rig.own("b");
        QCOMPARE(rig.state("a"), ItemState::Paused);
        QCOMPARE(rig.runAll(), "b");
        rig.resumeItem("a");
        QCOMPARE(rig.runAll(), "a");
    }

    // Removals

    void aRemovalIsDoneByTheOwner()
    {
        OwnershipRig rig;
        rig.list({"a", "b", "z"});
        rig.runAll();
        rig.disownAll();
        rig.deleted("a");
        rig.list({"z"}); // lacks b
        QCOMPARE(rig.runAll(), "");
        QVERIFY(rig.row("b").absent);
        QCOMPARE(rig.state("b"), ItemState::Elsewhere);
    }

    void whatIsGoneIsForgottenByTheListAfter_data()
    {
        QTest::addColumn<bool>("complete");
        QTest::newRow("complete") << true;
        QTest::newRow("partial") << false; // there is no other for some sources
    }
    void whatIsGoneIsForgottenByTheListAfter()
    {
        QFETCH(bool, complete);
        OwnershipRig rig;
        rig.list({"a", "b"});
        rig.runAll();
        rig.disownAll();
        rig.beginList();
        rig.listed("b");
        rig.deleted("a");
        rig.endList(ListResult::complete()); // had begun before
        QVERIFY(rig.row("a").absent);
        rig.beginList();
        rig.listed("b");
        rig.endList(ListResult::failed("broken"));
        QVERIFY(rig.knows("a"));
        rig.beginList();
        rig.listed("b");
        rig.endList(complete ? ListResult::complete() : ListResult::partial("cut"));
        QVERIFY(!rig.knows("a"));
        QVERIFY(rig.knows("b"));
        QCOMPARE(rig.itemsInMemory(), std::size_t(1));
    }

    void whatOneListLacksIsForgottenByTheNext()
    {
        OwnershipRig rig;
        rig.disownAll();
        rig.list({"a", "b"});
        rig.list({"b"});
        QVERIFY(rig.row("a").absent);
        rig.list({"b"});
        QVERIFY(!rig.knows("a"));
    }

    void whatRunsIsNotForgotten()
    {
        OwnershipRig rig;
        rig.list({"a"});
        rig.runAll();
        rig.deleted("a");
        Item *item = rig.take();
        rig.disown("a");
        rig.list({});
        QVERIFY(rig.knows("a"));
        rig.finish(item, retry());
        rig.list({});
        QVERIFY(!rig.knows("a"));
    }

    void leftoversAreKnownUntilTheirOwnerHasRemovedThem()
    {
        OwnershipRig rig;
        rig.disown("a");
        ItemKey key = 0;
        for (int i = 0; i < 4; ++i) {
            rig.beginList();
            rig.listed("z");
            rig.leftover("a");
            rig.endList(ListResult::complete());
            QVERIFY(rig.row("a").absent);
            if (key == 0)
                key = rig.row("a").key;
            QCOMPARE(rig.row("a").key, key);
        }
        rig.list({"z"});
        QVERIFY(!rig.knows("a"));
    }

    void aRemovalThatIsTakenOverAsksTheStorage()
    {
        OwnershipRig rig;
        rig.list({"a"});
        rig.runAll();
        rig.disown("a");
        rig.deleted("a");
        rig.own("a");
        Item *item = rig.take();
        QVERIFY(item);
        QVERIFY(item->existence == Existence::Missing); // another host may have removed it
        rig.finish(item, removed());
        QVERIFY(!rig.knows("a"));
    }

    void e14_aRemovalIsNotForgottenBetweenItsTakeoverAndTheSweep()
    {
        OwnershipRig rig;
        rig.list({"a"});
        rig.runAll();
        rig.disown("a");
        rig.deleted("a");
        const std::uint32_t part = partOf("a", Parts);
        rig.say({&part, 1}, true);
        rig.list({});
        rig.sweep();
        QCOMPARE(rig.runAll(), "-a");
    }

    // The guard

    void e9_theGuardCountsAllThatIsKnown()
    {
        OwnershipRig rig;
        rig.listObjects(200);
        rig.runAll();
        rig.disownAll();
        rig.own("o0");
        rig.runAll();
        rig.beginList();
        for (int i = 1; i < 200; ++i) // lacks one of 200: all that is owned here
            rig.listed("o" + std::to_string(i));
        QVERIFY(!rig.completeList());
        QCOMPARE(rig.runAll(), "-o0");
    }

    void e9_manyThatAreMissingElsewhereHoldWhatIsOwned()
    {
        OwnershipRig rig;
        rig.listObjects(20);
        rig.runAll();
        rig.disownAll();
        rig.own("o0");
        rig.runAll();
        QVERIFY(rig.list({"o19"}));
        QCOMPARE(rig.state("o0"), ItemState::Held);
        QCOMPARE(rig.state("o1"), ItemState::Elsewhere);
        QCOMPARE(rig.held(), std::vector<ObjectId>{"o0"}); // others are another operator's
        rig.own("o1");
        QCOMPARE(rig.state("o1"), ItemState::Held);
        QCOMPARE(rig.runAll(), "");
    }

    void e9_anOperatorDecidesOnlyWhatIsOwned()
    {
        OwnershipRig rig;
        rig.listObjects(20);
        rig.runAll();
        rig.disown("o0");
        QVERIFY(rig.list({}));
        rig.on<Orders>([](Orders &orders, TimePoint now) {
            orders.removeHeld("o0", 0, now);
            orders.keepHeld("o0", now);
        });
        rig.own("o0");
        QCOMPARE(rig.state("o0"), ItemState::Held);
    }

    void whatTheStorageDeniesIsNotAskedForElsewhere()
    {
        OwnershipRig rig;
        rig.list({"a", "b", "c"});
        for (int i = 0; i < 3; ++i) {
            Item *item = rig.take();
            const bool may = rig.on<Runs>(
                [item](Runs &runs, TimePoint now) { return runs.mayRemove(*item, now); });
            rig.finish(item, may ? removed() : RunResult{Outcome::done(), Ran::Held});
        }
        QCOMPARE(rig.state("c"), ItemState::Held); // the third of three
        rig.disown("c");
        rig.list({"c"});
        QCOMPARE(rig.runAll(), "");
        QCOMPARE(rig.state("c"), ItemState::Elsewhere);
        QVERIFY(!rig.row("c").absent);
        rig.own("c");
        QCOMPARE(rig.runAll(), "c");
    }

    // The operator

    void e22_aRequeueElsewhereIsRefused()
    {
        OwnershipRig rig;
        rig.list({"a"});
        rig.runAll();
        rig.disown("a");
        rig.disown("new");
        rig.requeue("a", 1);
        rig.requeue("new", 2);
        QCOMPARE(rig.ticketEnds(),
                 "1:not run: another host owns it\n2:not run: another host owns it\n");
        QCOMPARE(rig.runAll(), "");
        QVERIFY(!rig.knows("new"));
    }

    void e22_aTicketThatWaitsEndsWhenItsItemIsHandedOver()
    {
        OwnershipRig rig;
        rig.list({"a"});
        Item *item = rig.take();
        rig.requeue("a", 1);
        rig.disown("a");
        QCOMPARE(rig.ticketEnds(), "1:not run: another host owns it\n");
        rig.finish(item);
        rig.own("a");
        rig.requeue("a", 2);
        Item *again = rig.take();
        rig.disown("a");
        rig.finish(again, {Outcome::done(), Ran::Disowned});
        QCOMPARE(rig.ticketEnds(), "2:not run: another host owns it\n");
    }

    void e22_aRequeueBetweenTakeoverAndSweepRuns()
    {
        OwnershipRig rig;
        rig.listObjects(20);
        rig.runAll();
        rig.disown("o0");
        QVERIFY(rig.list({}));
        const std::uint32_t part = partOf("o0", Parts);
        rig.say({&part, 1}, true);
        rig.requeue("o0", 1); // held
        QCOMPARE(rig.runAll(), "o0");
        QCOMPARE(rig.ticketEnds(), "1:done\n");
    }

    void whatIsElsewhereCanBeDiscarded()
    {
        OwnershipRig rig;
        rig.list({"a"});
        rig.runAll();
        rig.deleted("a");
        rig.disown("a");
        QVERIFY(rig.on<Orders>([](Orders &orders, TimePoint now) {
            return orders.discardItem("a", now);
        }) == Orders::Discard::Done);
        QCOMPARE(rig.newEvents(EventRecord::Kind::Command), ""); // no remains are left by this host
        QVERIFY(!rig.knows("a"));
    }

    void whatIsHandedOverGivesItsMemoryBack()
    {
        OwnershipRig rig;
        rig.list({"a"});
        rig.run(retry(std::string(4000, 'x')));
        rig.pass(1h);
        Item *item = rig.take();
        QVERIFY(item && item->extra);
        rig.disown("a");
        rig.finish(item, retry());
        QVERIFY(!item->extra);
    }
};

QONTROLLER_TEST(ScheduleOwnershipTest)
#include "tst_scheduleownership.moc"
