// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"
#include "schedulerig.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

class ScheduleListsTest : public QObject
{
    Q_OBJECT

private slots:
    void listShowsAllOnce()
    {
        ScheduleRig rig;
        rig.list({"a", "b", "c"});
        QCOMPARE(rig.runAll(), "a b c");
        QCOMPARE(rig.gauges().known, 3u);
        rig.list({"a", "b", "c"});
        QCOMPARE(rig.runAll(), "a b c"); // a resync
    }

    void e8_deletedEventRemoves()
    {
        ScheduleRig rig;
        rig.list({"a"});
        rig.runAll();
        rig.deleted("a");
        QVERIFY(rig.row("a").absent);
        QCOMPARE(rig.runAll(), "-a");
        QVERIFY(!rig.knows("a"));
    }

    void e8_deletedEventOfAnUnknownIdRemovesToo()
    {
        ScheduleRig rig;
        rig.deleted("a");
        QCOMPARE(rig.runAll(), "-a");
        QVERIFY(!rig.knows("a"));
    }

    void e8_absenceFromACompleteListRemoves()
    {
        ScheduleRig rig;
        rig.list({"a", "b"});
        rig.runAll();
        rig.list({"b"});
        QVERIFY(rig.row("a").causes & 1U << int(Cause::Missing));
        QCOMPARE(rig.runAll(), "b -a");
        QVERIFY(!rig.knows("a"));
    }

    void e8_withoutDetectionAbsenceRemovesNothing()
    {
        ScheduleRig rig({.detectDeletions = false});
        rig.list({"a", "b"});
        rig.runAll();
        rig.list({"b"});
        QCOMPARE(rig.runAll(), "b");
        QVERIFY(rig.knows("a"));
        rig.deleted("a");
        QCOMPARE(rig.runAll(), "-a");
    }

    void e8_listThatFailedOrIsPartialDeletesNothing_data()
    {
        QTest::addColumn<bool>("failed");
        QTest::newRow("failed") << true;
        QTest::newRow("partial") << false;
    }
    void e8_listThatFailedOrIsPartialDeletesNothing()
    {
        QFETCH(bool, failed);
        ScheduleRig rig;
        rig.list({"a", "b"});
        rig.runAll();
        rig.beginList();
        rig.listed("b");
        rig.endList(failed ? ListResult::failed("cut") : ListResult::partial("cut"));
        QCOMPARE(rig.runAll(), "b");
        QVERIFY(rig.knows("a"));
        QVERIFY(!rig.row("a").absent);
        // and the next complete one still does
        rig.list({"b"});
        QCOMPARE(rig.runAll(), "b -a");
    }

    void e8_deletionThatCameDuringAListIsNotUndone_data()
    {
        QTest::addColumn<bool>("handledBefore");
        QTest::newRow("handled before the list shows it") << true;
        QTest::newRow("still queued") << false;
    }
    void e8_deletionThatCameDuringAListIsNotUndone()
    {
        QFETCH(bool, handledBefore);
        ScheduleRig rig;
        rig.list({"a"});
        rig.runAll();
        rig.beginList();
        rig.deleted("a");
        if (handledBefore)
            QCOMPARE(rig.runAll(), "-a");
        rig.listed("a"); // as of before the deletion
        rig.completeList();
        QCOMPARE(rig.runAll(), handledBefore ? "" : "-a");
        QVERIFY(!rig.knows("a"));
        QCOMPARE(rig.gauges().known, 0u);
    }

    void e8_deletionAfterTheListShowedItCounts()
    {
        ScheduleRig rig;
        rig.beginList();
        rig.listed("a");
        rig.deleted("a");
        rig.completeList();
        QCOMPARE(rig.runAll(), "-a");
    }

    void e8_creationDuringAListIsNotMissingFromIt_data()
    {
        QTest::addColumn<QString>("how");
        for (const char *how : {"event", "operator", "delay", "owner"})
            QTest::newRow(how) << how;
    }
    void e8_creationDuringAListIsNotMissingFromIt()
    {
        QFETCH(QString, how);
        ScheduleRig rig;
        rig.list({"z"});
        rig.runAll();
        rig.beginList();
        rig.listed("z");
        if (how == "event")
            rig.created("a");
        else if (how == "operator")
            rig.requeue("a");
        else if (how == "delay")
            rig.addAfter("a", 1ms);
        else
            rig.add("a", Cause::Owner);
        rig.completeList();
        rig.pass(1ms);
        QVERIFY(rig.runAll().find('a') != std::string::npos);
        QVERIFY(!rig.row("a").absent);
        rig.list({"z"}); // this one began after it
        QVERIFY(rig.runAll().find("-a") != std::string::npos);
    }

    void e8_modificationDuringAListKeepsIt()
    {
        ScheduleRig rig;
        rig.list({"a"});
        rig.runAll();
        rig.beginList();
        rig.modified("a");
        rig.completeList();
        QCOMPARE(rig.runAll(), "a");
    }

    void e8_creationAfterADeletionDuringTheSameList()
    {
        ScheduleRig rig;
        rig.list({"a"});
        rig.runAll();
        rig.beginList();
        rig.deleted("a");
        QCOMPARE(rig.runAll(), "-a");
        rig.created("a"); // what was a tombstone
        rig.completeList();
        QCOMPARE(rig.runAll(), "a");
        QVERIFY(!rig.row("a").absent);
        QCOMPARE(rig.gauges().known, 1u);
    }

    void e8_eventBeforeAListIsOlderThanTheList()
    {
        ScheduleRig rig;
        rig.created("a");
        rig.created("z");
        rig.list({"z"});
        QCOMPARE(rig.runAll(), "-a z");
        rig.deleted("b");
        rig.list({"b", "z"});
        QCOMPARE(rig.runAll(), "b z");
    }

    void e8_tombstoneIsSeenByNobody()
    {
        ScheduleRig rig;
        rig.list({"a"});
        rig.runAll();
        rig.beginList();
        rig.deleted("a");
        rig.runAll();
        QVERIFY(!rig.knows("a"));
        QCOMPARE(rig.gauges().known, 0u);
        QVERIFY(rig.pull().changed.empty());
        rig.pauseItem("a");
        rig.on<Orders>([](Orders &orders, TimePoint now) { orders.discardItem("a", now); });
        QCOMPARE(rig.runAll(), "");
        rig.listed("a");
        QCOMPARE(rig.runAll(), "");
    }

    void e8_tombstoneEndsWithTheNextListWhateverBecameOfThisOne_data()
    {
        QTest::addColumn<bool>("complete");
        QTest::newRow("complete") << true;
        QTest::newRow("failed") << false;
    }
    void e8_tombstoneEndsWithTheNextListWhateverBecameOfThisOne()
    {
        QFETCH(bool, complete);
        ScheduleRig rig;
        rig.list({"a"});
        rig.runAll();
        rig.beginList();
        rig.deleted("a");
        rig.runAll();
        if (complete)
            rig.completeList();
        else
            rig.endList(ListResult::failed("cut"));
        rig.list({"a"}); // created again, and the event was lost
        QCOMPARE(rig.runAll(), "a");
        QVERIFY(rig.row("a").lastRun != TimePoint{});
    }

    void e14_everyListThatDidNotFailRemindsOfAnOwedRemoval()
    {
        ScheduleRig rig({.maxRetries = 0});
        rig.list({"a"});
        rig.runAll();
        rig.deleted("a");
        rig.run(onRemoval(retry()));
        QCOMPARE(rig.state("a"), ItemState::Failed);
        for (int i = 0; i < 3; ++i) {
            rig.beginList();
            rig.endList(ListResult::failed("cut"));
            QCOMPARE(rig.depth(), 0u);
            rig.beginList();
            rig.endList(ListResult::partial("cut"));
            QCOMPARE(rig.run(onRemoval(retry())), "a");
        }
    }

    void e8_tombstonesEndWithTheirList()
    {
        ScheduleRig rig;
        const auto endList = [&rig] {
            return rig.on<Intake>([](Intake &intake, TimePoint) { return intake.endList(); })
                .buried.size();
        };
        rig.list({});
        for (int list = 0; list < 2; ++list) {
            rig.beginList();
            for (int i = 0; i < 1000; ++i) {
                rig.created(ScheduleRig::objectName(i));
                rig.deleted(ScheduleRig::objectName(i));
            }
            rig.runAll();
            QCOMPARE(rig.itemsInMemory(), 0u);
            QCOMPARE(endList(), 1000u);
            QCOMPARE(endList(), 0u);
        }
    }

    void e8_operatorCanAskForATombstone()
    {
        ScheduleRig rig;
        rig.list({"a"});
        rig.runAll();
        rig.beginList();
        rig.deleted("a");
        rig.runAll();
        rig.requeue("a", 5);
        QCOMPARE(rig.runAll(), "a");
        rig.completeList();
        QVERIFY(rig.knows("a"));
    }

    void missingWhileItRunsIsRemovedAfter()
    {
        ScheduleRig rig;
        rig.list({"a", "z"});
        Item *item = rig.take();
        QCOMPARE(rig.run(), "z");
        rig.list({"z"});
        QCOMPARE(rig.run(), "z");
        QVERIFY(!rig.take());
        rig.finish(item);
        QCOMPARE(rig.runAll(), "-a");
    }

    void versionThatDiffersIsAChange()
    {
        ScheduleRig rig;
        rig.list({"a"}, 1);
        rig.runAll();
        rig.list({"a"}, 2);
        QVERIFY(rig.row("a").causes & 1U << int(Cause::Modified));
        rig.runAll();
        rig.list({"a"}, 2);
        QVERIFY(!(rig.row("a").causes & 1U << int(Cause::Modified)));
    }

    void leftoverIsRemovedAtTheEndOfItsCompleteList()
    {
        ScheduleRig rig;
        rig.beginList();
        rig.listed("z");
        rig.leftover("a");
        QCOMPARE(rig.runAll(), "z");
        rig.completeList();
        QCOMPARE(rig.runAll(), "-a");
        QVERIFY(!rig.knows("a"));
    }

    void leftoverOfAListThatFailedIsLeftAlone()
    {
        ScheduleRig rig;
        rig.beginList();
        rig.leftover("a");
        rig.endList(ListResult::failed("cut"));
        QCOMPARE(rig.runAll(), "");
        rig.list({"a"}); // it was created meanwhile
        QCOMPARE(rig.runAll(), "a");
    }

    void leftoverWithANewerEventStays()
    {
        ScheduleRig rig;
        rig.list({"known"});
        rig.runAll();
        rig.beginList();
        rig.modified("known");
        rig.leftover("known");
        rig.leftover("new");
        rig.created("new");
        rig.completeList();
        QCOMPARE(rig.runAll(), "known new");
    }

    void e8_listSpeaksLouderThanAStorageThatSaidGone()
    {
        ScheduleRig rig;
        rig.beginList();
        rig.created("a");
        rig.finish(rig.take(), onRemoval(retry())); // its storage does not know it yet
        rig.listed("a");
        QVERIFY(!rig.row("a").absent);
        QCOMPARE(rig.runAll(), "a");
    }

    void e8_listThatIsOlderThanADeletionDoesNotEndItsRemoval()
    {
        ScheduleRig rig;
        rig.list({"a"});
        rig.runAll();
        rig.beginList();
        rig.deleted("a");
        QCOMPARE(rig.run(retry()), "a");
        rig.listed("a");
        QVERIFY(rig.row("a").absent);
        rig.pass(1s);
        QCOMPARE(rig.runAll(), "-a");
    }

    void e8_absenceThatIsFoundDuringARunIsNotForgotten()
    {
        ScheduleRig rig;
        rig.list({"a", "z"});
        Item *item = rig.take();
        QVERIFY(
            rig.on<Runs>([item](Runs &runs, TimePoint now) { return runs.mayRemove(*item, now); }));
        rig.modified("a");
        rig.finish(item, onRemoval(retry()));
        item = rig.take();
        QCOMPARE(rig.run(), "z");
        rig.list({"z"}); // its storage still has it
        rig.finish(item);
        QVERIFY(rig.row("a").absent);
        QCOMPARE(rig.runAll(), "z -a");
    }

    void e8_owedRemovalIsRemindedOfWhileItIsPausedForAWhile()
    {
        ScheduleRig rig({.maxRetries = 0});
        rig.deleted("a");
        rig.run(retry());
        rig.pauseItem("a", rig.now() + 1min);
        rig.list({});
        rig.pass(2min);
        QCOMPARE(rig.runAll(), "-a");
    }

    void removedOneThatComesAgainInTheSameListIsANewOne()
    {
        ScheduleRig rig;
        rig.beginList();
        rig.listed("a", 1);
        rig.run(removed()); // so says its storage
        rig.requeue("a");
        rig.run(park());
        QVERIFY(rig.row("a").nextRun != TimePoint{}); // nothing says that its source has versions
    }
};

QONTROLLER_TEST(ScheduleListsTest)
#include "tst_schedulelists.moc"
