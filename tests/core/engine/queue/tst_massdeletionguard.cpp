// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"
#include "schedulerig.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

using Ask = std::function<void(ScheduleRig &)>;

class MassDeletionGuardTest : public QObject
{
    Q_OBJECT

private slots:
    void e9_manyAtOnceAreHeld_data()
    {
        QTest::addColumn<int>("known");
        QTest::addColumn<int>("missing");
        QTest::addColumn<bool>("held");
        QTest::newRow("1 of 1: all of them") << 1 << 1 << true;
        QTest::newRow("1 of 2") << 2 << 1 << false;
        QTest::newRow("2 of 2: all of them") << 2 << 2 << true;
        QTest::newRow("3 of 4") << 4 << 3 << false;
        QTest::newRow("10 of 10: all of them") << 10 << 10 << true;
        QTest::newRow("10 of 11") << 11 << 10 << false;
        QTest::newRow("11 of 11") << 11 << 11 << true;
        QTest::newRow("11 of 110: just 10 %") << 110 << 11 << false;
        QTest::newRow("11 of 109") << 109 << 11 << true;
        QTest::newRow("100 of 1000: just 10 %") << 1000 << 100 << false;
        QTest::newRow("101 of 1000") << 1000 << 101 << true;
        QTest::newRow("none of 50") << 50 << 0 << false;
    }
    void e9_manyAtOnceAreHeld()
    {
        QFETCH(int, known);
        QFETCH(int, missing);
        QFETCH(bool, held);
        Handled rig(known);
        QCOMPARE(rig.listObjects(known - missing), held);
        QCOMPARE(rig.inState(ItemState::Held), held ? quint64(missing) : 0u);
        rig.runAll();
        QCOMPARE(rig.gauges().known, quint64(held ? known : known - missing));
        QCOMPARE(rig.counters().removed, held ? 0u : quint64(missing));
        const std::string told = rig.newEvents(EventRecord::Kind::Vanished);
        QCOMPARE(told.empty(), held || missing == 0);
        if (!told.empty())
            QVERIFY2(told.starts_with(':' + std::to_string(missing) + " object"), told.c_str());
    }

    void e9_heldOnesAreShown()
    {
        Handled rig(12);
        rig.list({});
        QCOMPARE(rig.held().size(), 12u);
        QCOMPARE(rig.state("o3"), ItemState::Held);
        QVERIFY(!rig.row("o3").absent);
        QCOMPARE(rig.newEvents(EventRecord::Kind::Held),
                 ":12 objects vanished: their removals wait for an operator");
        const Explanation why = rig.detail("o3")->explanation.back();
        QVERIFY(why.kind == Explanation::Kind::Held);
        QCOMPARE(why.missing, 12u);
        QCOMPARE(why.number, 12u);
    }

    void e9_heldOnesCountWhenOthersVanishLater()
    {
        Handled rig(112);
        QVERIFY(rig.listObjects(100));
        static_cast<void>(rig.pull()); // said
        rig.pass(1h);
        rig.listObjects(100);
        QVERIFY(rig.listObjects(99)); // no person has decided yet
        rig.runAll();
        QCOMPARE(rig.counters().removed, 0u);
        QCOMPARE(rig.newEvents(EventRecord::Kind::Held),
                 ":1 object vanished: its removal waits for an operator");
        const Explanation why = rig.detail("o99")->explanation.back();
        QCOMPARE(why.missing, 13u);
        QCOMPARE(why.before, 12u);
        QCOMPARE(why.number, 112u);
        QCOMPARE(rig.detail("o100")->explanation.back().missing, 12u); // as it was held
    }

    void e9_listsThatEachLackATenthAreJudgedTogether()
    {
        Handled rig(50);
        QVERIFY(!rig.listObjects(40));
        rig.runAll();
        QVERIFY(rig.listObjects(39)); // the eleventh of fifty
        rig.runAll();
        QCOMPARE(rig.counters().removed, 10u);
        QCOMPARE(rig.state("o39"), ItemState::Held);
        QCOMPARE(rig.detail("o39")->explanation.back().before, 10u);
    }

    void e9_whatComesAndGoesCountsOnce()
    {
        ScheduleRig rig;
        for (int i = 0; i < 15; ++i) {
            QVERIFY(!rig.listObjects(51));
            rig.runAll();
            QVERIFY(!rig.listObjects(50)); // one of 51, and always the same
            rig.runAll();
        }
        QCOMPARE(rig.counters().removed, 15u);
        QVERIFY(!rig.listObjects(41)); // and nine others: ten
        rig.runAll();
        QVERIFY(rig.listObjects(40));
    }

    void e9_whatWentBeforeRemovalsRestedDoesNotCount_data()
    {
        QTest::addColumn<Duration>("pause");
        QTest::addColumn<bool>("isHeld");
        QTest::newRow("rested") << Duration(DeletionGuard::Rest) << false;
        QTest::newRow("too soon") << Duration(DeletionGuard::Rest - 1s) << true;
    }
    void e9_whatWentBeforeRemovalsRestedDoesNotCount()
    {
        QFETCH(Duration, pause);
        QFETCH(bool, isHeld);
        Handled rig(50);
        rig.listObjects(40);
        rig.runAll();
        rig.pass(pause);
        rig.listObjects(40); // it lacks nothing more
        rig.runAll();
        QCOMPARE(rig.listObjects(30), isHeld);
    }

    void e9_removalsDoNotRestWhileOneIsUnderWay()
    {
        Handled rig(50);
        rig.listObjects(40);
        Item *slow = nullptr;
        while (Item *item = rig.take()) {
            if (!slow && item->isAbsent() && mayRemove(rig, item))
                slow = item;
            else
                rig.finish(item, item->isAbsent() ? removed() : RunResult{});
        }
        rig.pass(1h);
        rig.listObjects(40);
        QVERIFY(rig.listObjects(39));
        rig.finish(slow, removed());
    }

    void e9_aPersonWhoDecidesOnAllThatIsHeldBeginsAnew()
    {
        Holding rig(12);
        for (const ObjectId &id : rig.held())
            refuse(rig, id);
        rig.listObjects(12); // the source is back
        rig.runAll();
        QVERIFY(!rig.listObjects(5));
        rig.runAll();
        QCOMPARE(rig.counters().removed, 7u);
    }

    void e9_manyNewOnesDoNotHideThatTheOldVanish()
    {
        ScheduleRig rig;
        rig.list({"a", "b", "c"});
        rig.runAll();
        QVERIFY(rig.listObjects(1000)); // none of the three
        QCOMPARE(rig.inState(ItemState::Held), 3u);
    }

    void e9_whatAnotherSourceLacksIsHeldHoweverLittleItIs()
    {
        Handled rig(100);
        rig.beginList();
        for (int i = 0; i < 99; ++i)
            rig.listed(ScheduleRig::objectName(i));
        rig.endList(ListResult::replaced("/srv is another file system"));
        rig.runAll();
        QCOMPARE(rig.counters().removed, 0u);
        QCOMPARE(rig.newEvents(EventRecord::Kind::Held),
                 ":1 object vanished: its removal waits for an operator: /srv is another file "
                 "system");
        QCOMPARE(rig.detail("o99")->explanation.back().text, "/srv is another file system");
    }

    void e8_whatAListCouldNotLookForIsNotMissing()
    {
        ScheduleRig rig;
        rig.list({"a/1", "a/2", "b/1", "b/2", "b2/1", "c"});
        rig.runAll();
        rig.beginList();
        rig.listed("a/1");
        rig.listed("c");
        rig.endList(ListResult::partial("b cannot be read", {"b/"}));
        QCOMPARE(rig.runAll(), "a/1 c -b2/1 -a/2");
        QVERIFY(rig.knows("b/1"));
        QVERIFY(rig.knows("b/2"));
    }

    void e9_objectsThatOnlyEventsHaveShownAreGuarded()
    {
        ScheduleRig rig;
        rig.list({"a"});
        for (int i = 0; i < 1000; ++i)
            rig.created(ScheduleRig::objectName(i));
        rig.runAll();
        for (int i = 0; i < 1000; ++i)
            rig.modified(ScheduleRig::objectName(i));
        runDenied(rig);
        QCOMPARE(rig.counters().removed, 100u);
        QCOMPARE(rig.inState(ItemState::Held), 900u);
    }

    void e9_slowRemovalsOverManyListsAreJudgedTogether()
    {
        Handled rig(1000);
        for (int list = 0; list < 40; ++list) {
            rig.pass(500ms);
            rig.listObjects(1000);
            for (int i = 0; i < 40; ++i) { // 12 ms each
                if (Item *item = rig.take())
                    finishDenied(rig, item, true);
                rig.pass(12ms);
            }
        }
        QCOMPARE(rig.counters().removed, 100u);
        QVERIFY(rig.inState(ItemState::Held) > 0);
    }

    void e9_theEndOfAHoldIsSaidUnlessAPersonDecided()
    {
        Holding rig(3);
        const std::string all = ":3 removals are held no more: the source or the storage has said "
                                "what has become of the objects";
        rig.deleted("o0");
        rig.deleted("o1");
        QCOMPARE(rig.newEvents(EventRecord::Kind::LetGo), ""); // one is held still
        rig.modified("o2");
        QCOMPARE(rig.newEvents(EventRecord::Kind::LetGo), all);

        Holding some(12);
        some.listObjects(11); // the end of a list says it, too
        QVERIFY(some.newEvents(EventRecord::Kind::LetGo).starts_with(":11 removals are"));

        Holding decided(2);
        confirm(decided, "o0");
        refuse(decided, "o1");
        decided.runAll();
        decided.listObjects(1);
        QCOMPARE(decided.newEvents(EventRecord::Kind::LetGo), "");
    }

    void e9_whatIsMissingWasKnown()
    {
        ScheduleRig rig;
        rig.list({"a"});
        rig.runAll();
        rig.list({});
        QCOMPARE(rig.inState(ItemState::Held), 1u);
        rig.modified("a");
        rig.created("b");
        rig.runAll();
        rig.deleted("b");
        rig.run(onRemoval(retry())); // "b" is known and owed
        rig.beginList();             // one object is known
        rig.pass(1min);
        rig.finish(rig.take()); // the storage has b after all
        rig.endList(ListResult::complete());
        QCOMPARE(rig.inState(ItemState::Held), 2u);
        const Explanation why = rig.detail("a")->explanation.back();
        QCOMPARE(why.missing, 2u);
        QCOMPARE(why.number, 2u);
    }

    void e9_removalsThatAreOwedAlreadyDoNotCount()
    {
        Handled rig(30);
        for (int i = 10; i < 30; ++i)
            rig.deleted(ScheduleRig::objectName(i));
        QVERIFY(!rig.list({"o0", "o1", "o2"})); // seven more vanish
        rig.runAll();
        QCOMPARE(rig.gauges().known, 3u);
    }

    void e9_storageThatDeniesManyListedObjectsIsNotBelieved_data()
    {
        QTest::addColumn<int>("known");
        QTest::addColumn<int>("removed");
        QTest::newRow("1: all is held") << 1 << 0;
        QTest::newRow("2: the last of all is held") << 2 << 1;
        QTest::newRow("81: ten go") << 81 << 10;
        QTest::newRow("1000: a tenth goes") << 1000 << 100;
    }
    void e9_storageThatDeniesManyListedObjectsIsNotBelieved()
    {
        QFETCH(int, known);
        QFETCH(int, removed);
        ScheduleRig rig;
        const quint64 held = quint64(known - removed);
        rig.listObjects(known);
        runDenied(rig);
        QCOMPARE(rig.counters().removed, quint64(removed));
        QCOMPARE(rig.inState(ItemState::Held), held);
        QCOMPARE(rig.counters().withheld, held);
        const ControllerDelta delta = rig.pull();
        QCOMPARE(std::ranges::count(delta.events, EventRecord::Kind::Held, &EventRecord::kind),
                 held > 0 ? 1 : 0); // one decision, one event
    }

    void e9_whatAStorageDeniesStaysHeldWhileListsShowIt()
    {
        ScheduleRig rig;
        rig.listObjects(81);
        runDenied(rig);
        rig.listObjects(81);
        QCOMPARE(rig.depth(), 11u); // ten that are new to it, and one to ask whether it is back
        runDenied(rig);
        QCOMPARE(rig.counters().removed, 10u); // not ten more with every list
        QCOMPARE(rig.inState(ItemState::Held), 81u);
        rig.listObjects(81);
        QCOMPARE(rig.depth(), 1u);
        runDenied(rig);
        QCOMPARE(rig.inState(ItemState::Held), 81u);
    }

    void e9_whatItsStorageDeniesWithEachListCountsOnce()
    {
        ScheduleRig rig;
        for (int list = 0; list < 15; ++list) {
            rig.pass(10s);
            rig.listObjects(31);
            while (Item *item = rig.take())
                finishDenied(rig, item, item->id() == "o30");
        }
        QCOMPARE(rig.inState(ItemState::Held), 0u);
        QCOMPARE(rig.counters().removed, 15u);
        rig.listObjects(21); // ten others, of thirty
        rig.runAll();
        QCOMPARE(rig.inState(ItemState::Held), 0u);
    }

    void e9_whatItsStorageDeniesWithEachListLetsTheOthersRest()
    {
        ScheduleRig rig;
        const auto list = [&rig](int shown) {
            rig.listObjects(shown);
            while (Item *item = rig.take()) {
                if (item->isAbsent())
                    rig.finish(item, removed());
                else
                    finishDenied(rig, item, item->id() == "o0");
            }
        };
        list(50);
        list(41); // ten are gone
        for (Duration passed{}; passed < DeletionGuard::Rest; passed += 10s) {
            rig.pass(10s);
            list(41);
        }
        list(32);
        QCOMPARE(rig.inState(ItemState::Held), 0u);
    }

    void e9_storageThatIsBackHasThemAllRun()
    {
        ScheduleRig rig;
        rig.listObjects(81);
        runDenied(rig);
        refuse(rig, "o80");
        rig.listObjects(81);
        rig.runAll(); // the ten that it forgot, and the one that it asks for
        QCOMPARE(rig.inState(ItemState::Held), 69u);
        rig.listObjects(81);
        rig.runAll();
        QCOMPARE(rig.inState(ItemState::Held), 0u);
        QCOMPARE(rig.inState(ItemState::InSync), 81u);
        rig.list({"o80"}); // the guard is as good as new
        QCOMPARE(rig.inState(ItemState::Held), 80u);
    }

    void e9_oneThatStaysGoneDoesNotKeepTheOthersHeld_data()
    {
        QTest::addColumn<bool>("isPaused");
        QTest::newRow("denied for good") << false;
        QTest::newRow("paused") << true;
    }
    void e9_oneThatStaysGoneDoesNotKeepTheOthersHeld()
    {
        QFETCH(bool, isPaused);
        const std::string first = "o10"; // o0 to o9 were removed
        ScheduleRig rig;
        rig.listObjects(81);
        runDenied(rig);
        QCOMPARE(rig.state(first), ItemState::Held);
        if (isPaused)
            rig.pauseItem(first);
        for (int list = 0; list < 5; ++list) {
            rig.listObjects(81);
            while (Item *item = rig.take())
                finishDenied(rig, item, item->id() == first);
        }
        QVERIFY(rig.inState(ItemState::Held) <= 1u);
    }

    // A person has decided on it: nothing of it is held.
    void e9_aRequeueOfWhatIsKeptSaysThatItIsKept()
    {
        for (const bool isKept : {false, true}) {
            Holding rig(30);
            if (isKept)
                refuse(rig, "o1");
            rig.requeue("o1", 7);
            Item *item = rig.take();
            QVERIFY(item && item->id() == "o1");
            QVERIFY(!mayRemove(rig, item));
            rig.finish(item, RunResult{Outcome::done(), Ran::Held, false});
            const std::string gone = "its storage says that it is gone; ";
            const auto ends = rig.pull().ticketEnds;
            QCOMPARE(ends.size(), std::size_t(1));
            QCOMPARE(inWords(ends.front().said),
                     gone + (isKept ? "it is kept by an operator" : "the removal is held"));
        }
    }

    void e9_whatListsDoNotShowIsNotDeniedAnyMore()
    {
        ScheduleRig rig;
        for (int gone = 0; gone < 30; ++gone) { // one after the other, each long before the next
            rig.pass(DeletionGuard::Rest);
            rig.beginList();
            for (int i = gone; i < 100; ++i)
                rig.listed(ScheduleRig::objectName(i));
            rig.endList(ListResult::complete());
            while (Item *item = rig.take()) {
                const bool isDenied = item->id() == ScheduleRig::objectName(gone);
                const bool isOwed = item->isAbsent() || (isDenied && mayRemove(rig, item));
                rig.finish(item, isOwed ? onRemoval(park()) : RunResult{}); // the target is down
            }
            QCOMPARE(rig.inState(ItemState::Held), 0u);
        }
    }

    void e9_operatorDecidesAboutWhatAStorageDenies()
    {
        ScheduleRig rig;
        rig.listObjects(81);
        runDenied(rig);
        confirm(rig, "o79");
        refuse(rig, "o80");
        QCOMPARE(rig.depth(), 1u);
        runDenied(rig);
        QVERIFY(!rig.knows("o79"));
        QCOMPARE(rig.state("o80"), ItemState::InSync);
        rig.modified("o78"); // its source insists, and still nothing is there
        runDenied(rig);
        QCOMPARE(rig.state("o78"), ItemState::Held);
        rig.deleted("o78");
        QCOMPARE(rig.runAll(), "-o78");
    }

    // A folder that is mounted over looks like that.
    void e9_whatIsHeldAnewIsInAnotherSpellAlsoWhereItsHoldGoesOn()
    {
        ScheduleRig rig;
        rig.listObjects(81);
        runDenied(rig);
        const Spell before = rig.row("o80").hold;
        QVERIFY(before != 0);
        rig.requeue("o80");
        runDenied(rig); // asked, and as before
        QCOMPARE(rig.row("o80").hold, before);
        rig.requeue("o80");
        QCOMPARE(rig.runAll(), std::string("o80"));
        QCOMPARE(rig.row("o80").hold, Spell(0));
        static_cast<void>(rig.newEvents(EventRecord::Kind::Held));
        rig.modified("o80");
        runDenied(rig);
        QCOMPARE(rig.state("o80"), ItemState::Held);
        QVERIFY(rig.row("o80").hold != 0 && rig.row("o80").hold != before);
        QCOMPARE(rig.row("o79").hold, before);
        QCOMPARE(rig.newEvents(EventRecord::Kind::Held), std::string()); // no news for people
    }

    void e9_eachHoldOfListsIsASpellOfItsOwn()
    {
        Handled rig(20);
        rig.list({});
        const Spell first = rig.row("o7").hold;
        QCOMPARE(rig.row("o8").hold, first);
        rig.listObjects(20);
        rig.runAll();
        QCOMPARE(rig.row("o7").hold, Spell(0));
        rig.list({});
        QVERIFY(rig.row("o7").hold != first);
    }

    void e9_storageThatDeniesAllIsNotBelievedWhateverAskedForTheRuns_data()
    {
        QTest::addColumn<Ask>("ask");
        QTest::newRow("resync") << Ask([](ScheduleRig &rig) { rig.listObjects(81); });
        QTest::newRow("versions") << Ask([](ScheduleRig &rig) { rig.listObjects(81, 2); });
        QTest::newRow("events before the list") << Ask([](ScheduleRig &rig) {
            for (int i = 0; i < 81; ++i)
                rig.modified(ScheduleRig::objectName(i));
            rig.listObjects(81);
        });
        QTest::newRow("owners") << Ask([](ScheduleRig &rig) {
            for (int i = 0; i < 81; ++i)
                rig.ownerChanged(ScheduleRig::objectName(i));
        });
        QTest::newRow("operator") << Ask([](ScheduleRig &rig) {
            for (int i = 0; i < 81; ++i)
                rig.requeue(ScheduleRig::objectName(i));
        });
    }
    void e9_storageThatDeniesAllIsNotBelievedWhateverAskedForTheRuns()
    {
        QFETCH(Ask, ask);
        ScheduleRig rig;
        rig.listObjects(81, 1);
        rig.runAll();
        ask(rig);
        runDenied(rig);
        QCOMPARE(rig.counters().removed, 10u);
        QCOMPARE(rig.inState(ItemState::Held), 71u);
    }

    void aTicketOfARemovalEndsWithItsRun()
    {
        Holding rig(20);
        rig.on<Orders>([](Orders &orders, TimePoint now) {
            orders.removeHeld(ScheduleRig::objectName(3), 7, now);
            orders.removeHeld("strange", 8, now);
        });
        QCOMPARE(ticketEnds(rig), (TicketEnds{{8, Said::Kind::NotHeld}}));
        rig.runAll(removed());
        QCOMPARE(ticketEnds(rig), (TicketEnds{{7, Said::Kind::Removed}}));
    }

    void aTicketOfARemovalThatIsHeldAgainEndsWithoutARun()
    {
        Holding rig(20);
        rig.on<Orders>([](Orders &orders, TimePoint now) {
            orders.removeHeld(ScheduleRig::objectName(3), 7, now);
        });
        rig.listObjects(20);
        rig.list({});
        QCOMPARE(ticketEnds(rig), (TicketEnds{{7, Said::Kind::NotRun}}));
    }

private:
    /// Runs all that may run now; their storage says of each that it is gone.
    static void runDenied(ScheduleRig &rig)
    {
        while (Item *item = rig.take())
            finishDenied(rig, item, true);
    }
    static bool mayRemove(ScheduleRig &rig, Item *item)
    {
        return rig.on<Runs>(
            [item](Runs &runs, TimePoint now) { return runs.mayRemove(*item, now); });
    }
    static void finishDenied(ScheduleRig &rig, Item *item, bool isDenied)
    {
        if (!isDenied)
            rig.finish(item);
        else
            rig.finish(item, mayRemove(rig, item) ? removed()
                                                  : RunResult{Outcome::done(), Ran::Held, false});
    }
    using TicketEnds = std::vector<std::pair<Ticket, Said::Kind>>;
    /// That are new.
    static TicketEnds ticketEnds(ScheduleRig &rig)
    {
        TicketEnds ends;
        for (const EventRecord &end : rig.pull().ticketEnds)
            ends.emplace_back(end.ticket, end.said.kind);
        return ends;
    }
    struct Handled : ScheduleRig
    {
        explicit Handled(int count)
        {
            listObjects(count);
            runAll();
        }
    };
    struct Holding : Handled
    {
        explicit Holding(int count)
            : Handled(count)
        {
            list({});
        }
    };
    static void confirm(ScheduleRig &rig, std::string_view id)
    {
        rig.on<Orders>([id](Orders &orders, TimePoint now) { orders.removeHeld(id, 0, now); });
    }
    static void refuse(ScheduleRig &rig, std::string_view id)
    {
        rig.on<Orders>([id](Orders &orders, TimePoint now) { orders.keepHeld(id, now); });
    }
};

QONTROLLER_TEST(MassDeletionGuardTest)
#include "tst_massdeletionguard.moc"
