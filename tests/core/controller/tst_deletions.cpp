// SPDX-License-Identifier: LGPL-3.0-or-later
#include "enginerig.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// What the list of \a script gives, as if the source had these objects only.
ListFunction listOf(std::vector<ObjectId> ids, ListResult result)
{
    return [ids = std::move(ids), result = std::move(result)](ListSink &sink, std::stop_token) {
        for (const ObjectId &id : ids)
            sink.add(id);
        return result;
    };
}

/// Thirty objects, all handled; then only ten are left and the list says so.
struct MassDeletion : EngineRig
{
    [[nodiscard]] bool happens()
    {
        source->putMany(30);
        if (!startAndSettle())
            return false;
        for (int i = 10; i < 30; ++i)
            source->drop("o" + std::to_string(i));
        return resync();
    }
    [[nodiscard]] std::uint64_t heldCount() const { return inState(ItemState::Held); }
};

} // namespace

/// When an object counts as gone: E8, E9, and E14's removal that is owed.
class DeletionsTest : public QObject
{
    Q_OBJECT

private slots:
    void e8_aDeletedEventRemoves()
    {
        EngineRig rig;
        rig.source->putMany(2);
        QVERIFY(rig.startAndSettle());
        rig.source->deleted("o0");
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->removes("o0"), 1);
        QVERIFY(!rig.knows("o0"));
        QVERIFY(rig.knows("o1"));
    }

    void e8_absenceFromACompleteListRemoves()
    {
        EngineRig rig;
        rig.source->putMany(2);
        QVERIFY(rig.startAndSettle());
        rig.source->drop("o0");
        QVERIFY(rig.resync());
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->removes("o0"), 1);
        QVERIFY(!rig.knows("o0"));
        QCOMPARE(rig.probe->removes("o1"), 0);
    }

    void e8_absenceFromAnyOtherListRemovesNothing_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("partial") << 0;
        QTest::newRow("failed") << 1;
        QTest::newRow("thrown") << 2;
        QTest::newRow("complete, but deletions are not detected") << 3;
    }
    void e8_absenceFromAnyOtherListRemovesNothing()
    {
        QFETCH(int, kind);
        EngineRig rig;
        rig.options.detectDeletions = kind != 3;
        rig.source->putMany(3);
        QVERIFY(rig.startAndSettle());
        const ListFunction scripts[] = {
            listOf({"o0"}, ListResult::partial("one folder could not be read")),
            listOf({"o0"}, ListResult::failed("the connection broke")),
            [](ListSink &, std::stop_token) -> ListResult { throw std::runtime_error("broke"); },
            listOf({"o0"}, ListResult::complete()),
        };
        rig.source->onList(scripts[kind]);
        QVERIFY(rig.resync());
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->total().removes, 0);
        QCOMPARE(rig.gauges().known, 3U);
    }

    void e8_aListThatBeganBeforeADeletionDoesNotUndoIt()
    {
        EngineRig rig;
        Latch &listing = rig.latch();
        rig.source->putMany(2);
        QVERIFY(rig.startAndSettle());
        rig.source->onList([&](ListSink &sink, const std::stop_token &stop) {
            listing.wait(stop);
            sink.add("o0"); // as it was when the list began
            sink.add("o1");
            return ListResult::complete();
        });
        rig.command(ResyncNow{});
        QVERIFY(eventually([&] { return listing.waiting() == 1; }));
        rig.source->deleted("o0");
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->removes("o0"), 1);
        listing.open();
        QVERIFY(eventually([&] { return rig.counters().lists == 2; }));
        QVERIFY(rig.settles());
        QVERIFY(!rig.knows("o0"));
        QCOMPARE(rig.probe->adds("o0"), 1);
    }

    void e8_aListThatBeganBeforeACreationDoesNotUndoIt()
    {
        EngineRig rig;
        Latch &listing = rig.latch();
        rig.source->put("o0");
        QVERIFY(rig.startAndSettle());
        rig.source->onList([&](ListSink &sink, const std::stop_token &stop) {
            listing.wait(stop);
            sink.add("o0");
            return ListResult::complete();
        });
        rig.command(ResyncNow{});
        QVERIFY(eventually([&] { return listing.waiting() == 1; }));
        rig.source->created("new");
        listing.open();
        QVERIFY(eventually([&] { return rig.counters().lists == 2; }));
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->adds("new"), 1);
        QCOMPARE(rig.probe->removes("new"), 0);
        rig.source->drop("new");
        QVERIFY(rig.resync()); // a list that begins now may say that it is gone
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->removes("new"), 1);
    }

    void e14_aRemovalIsOwedUntilItSucceeds()
    {
        EngineRig rig;
        rig.options.maxRetries = 1;
        std::atomic<bool> broken = true;
        rig.probe->onRemove([&broken](const Attempt &) {
            return broken ? Outcome::retry("busy") : Outcome::done();
        });
        rig.source->put("a");
        QVERIFY(rig.startAndSettle());
        rig.probe->onGet([](auto &&) { return Fetched<std::string>::gone(); });
        rig.source->deleted("a");
        QVERIFY(rig.passUntil([&] { return rig.inState(ItemState::Failed) == 1; }));
        QCOMPARE(rig.probe->removes("a"), 2);
        QVERIFY(rig.row("a").absent);

        QVERIFY(rig.resync()); // a list without it reminds of what is owed
        QVERIFY(eventually([&] { return rig.probe->removes("a") == 3; }));
        QVERIFY(rig.reaches("a", ItemState::Failed));
        broken = false;
        QVERIFY(rig.resync());
        QVERIFY(eventually([&] { return !rig.knows("a"); }));
        QCOMPARE(rig.probe->removes("a"), 4);
    }

    void e8_aLeftoverIsRemovedByACompleteListOnly()
    {
        EngineRig rig;
        rig.source->put("left");
        rig.source->drop("left");
        std::atomic<bool> complete = false;
        rig.source->onList([&complete](ListSink &sink, auto &&) {
            sink.add("a");
            sink.addLeftover("left");
            return complete ? ListResult::complete() : ListResult::partial("cut short");
        });
        QVERIFY(rig.startAndSettle());
        QCOMPARE(rig.probe->log(), "+a");
        complete = true;
        QVERIFY(rig.resync());
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->removes("left"), 1);
        QCOMPARE(rig.probe->adds("left"), 0);
        QCOMPARE(rig.gauges().known, 1U);
    }

    void e9_leftoversCountForTheGuard()
    {
        EngineRig rig;
        rig.probe->onGet([](auto &&) { return Fetched<std::string>::gone(); });
        rig.source->onList([](ListSink &sink, auto &&) {
            for (int i = 0; i < 20; ++i)
                sink.addLeftover("left" + std::to_string(i));
            return ListResult::complete();
        });
        QVERIFY(rig.startAndSettle());
        QCOMPARE(rig.inState(ItemState::Held), 20U);
        QCOMPARE(rig.probe->total().removes, 0);
        rig.command(ConfirmHeld{});
        QVERIFY(eventually([&] { return rig.probe->total().removes == 20; }));
    }

    void e9_aMassDeletionIsHeld()
    {
        MassDeletion rig;
        QVERIFY(rig.happens());
        QVERIFY(rig.settles());
        QCOMPARE(rig.heldCount(), 20U);
        QCOMPARE(rig.host.held(rig.id).size(), std::size_t(20));
        QCOMPARE(rig.probe->total().removes, 0);
        QCOMPARE(rig.status().troubled(), 20U);
        QCOMPARE(rig.events(EventRecord::Kind::Held).size(), std::size_t(1)); // one decision
    }

    void e9_whatIsConfirmedIsRemoved()
    {
        MassDeletion rig;
        QVERIFY(rig.happens());
        rig.command(ConfirmHeld{{"o10", "o11"}});
        QVERIFY(eventually([&] { return rig.probe->total().removes == 2; }));
        QCOMPARE(rig.heldCount(), 18U);
        rig.command(ConfirmHeld{});
        QVERIFY(eventually([&] { return rig.probe->total().removes == 20; }));
        QVERIFY(rig.settles());
        QCOMPARE(rig.gauges().known, 10U);
    }

    void e9_whatIsRefusedIsKeptAndNotAskedAgain()
    {
        MassDeletion rig;
        QVERIFY(rig.happens());
        rig.command(RefuseHeld{{"o10"}});
        QCOMPARE(rig.heldCount(), 19U);
        rig.command(RefuseHeld{});
        QCOMPARE(rig.heldCount(), 0U);
        QVERIFY(rig.resync());
        QVERIFY(rig.settles());
        QCOMPARE(rig.heldCount(), 0U);
        QCOMPARE(rig.probe->total().removes, 0);
        QCOMPARE(rig.gauges().known, 30U);
    }

    void e9_anIdThatIsListedAgainIsLetGo()
    {
        MassDeletion rig;
        QVERIFY(rig.happens());
        rig.source->putMany(30);
        QVERIFY(rig.resync());
        QVERIFY(rig.settles());
        QCOMPARE(rig.heldCount(), 0U);
        QVERIFY(rig.host.held(rig.id).empty());
        QCOMPARE(rig.probe->total().removes, 0);
    }

    void e9_aHeldRemovalIsNotHeldAgainstItsOwnEvent()
    {
        MassDeletion rig;
        QVERIFY(rig.happens());
        rig.source->deleted("o10");
        QVERIFY(eventually([&] { return rig.probe->removes("o10") == 1; }));
        QCOMPARE(rig.heldCount(), 19U);
    }

    void e9_onlyManyAtOnceAreHeld_data()
    {
        QTest::addColumn<int>("known");
        QTest::addColumn<int>("missing");
        QTest::addColumn<bool>("guard");
        QTest::addColumn<bool>("held");
        QTest::newRow("all of two") << 2 << 2 << true << false;
        QTest::newRow("all of three") << 3 << 3 << true << true;
        QTest::newRow("ten of eleven") << 11 << 10 << true << false;
        QTest::newRow("eleven of eleven") << 11 << 11 << true << true;
        QTest::newRow("ten per cent") << 110 << 11 << true << false;
        QTest::newRow("just more") << 109 << 11 << true << true;
        QTest::newRow("guard off") << 50 << 50 << false << false;
    }
    void e9_onlyManyAtOnceAreHeld()
    {
        QFETCH(int, known);
        QFETCH(int, missing);
        QFETCH(bool, guard);
        QFETCH(bool, held);
        EngineRig rig;
        rig.options.massDeletionGuard = guard;
        rig.source->putMany(known);
        QVERIFY(rig.startAndSettle());
        for (int i = 0; i < missing; ++i)
            rig.source->drop("o" + std::to_string(i));
        QVERIFY(rig.resync());
        QVERIFY(rig.settles());
        QCOMPARE(rig.inState(ItemState::Held), held ? std::uint64_t(missing) : 0U);
        QCOMPARE(rig.probe->total().removes, held ? 0 : missing);
    }

    void e9_deletedEventsAreNeverHeld()
    {
        EngineRig rig;
        rig.source->putMany(50);
        QVERIFY(rig.startAndSettle());
        for (int i = 0; i < 50; ++i)
            rig.source->deleted("o" + std::to_string(i));
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->total().removes, 50);
        QCOMPARE(rig.gauges().known, 0U);
    }

    void e7_whatIsDeletedWhileItsStorageIsAskedIsRemovedAndNotAdded()
    {
        EngineRig rig;
        Latch &slow = rig.latch();
        rig.source->put("a");
        rig.probe->onGet([&](const Attempt &attempt) {
            slow.wait();
            return Probe::object(attempt.id);
        });
        rig.start();
        QVERIFY(eventually([&] { return slow.waiting() == 1 && rig.source->watchStands(); }));
        rig.source->deleted("a");
        rig.pass(1s);
        slow.open();
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->adds("a"), 0);
        QVERIFY(rig.probe->removes("a") > 0);
        QVERIFY(!rig.knows("a"));
    }
};

QTEST_APPLESS_MAIN(DeletionsTest)
#include "tst_deletions.moc"
