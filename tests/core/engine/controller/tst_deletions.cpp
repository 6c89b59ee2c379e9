// SPDX-License-Identifier: LGPL-3.0-or-later
#include "enginerig.h"
#include "testprogram.h"

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
        // The list that ends may have begun before they went; the next one shows it.
        return resync() && eventually([this] { return heldCount() == 20; });
    }
    [[nodiscard]] std::uint64_t heldCount() const { return inState(ItemState::Held); }
};

} // namespace

/// When an object counts as gone: E8, E9, and E14's removal that is owed.
class DeletionsTest : public QObject
{
    Q_OBJECT

private slots:
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
        rig.command(ItemsAction{ItemVerb::Remove});
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

    void e7_whatIsCreatedWhileItsStorageIsAskedIsNotRemoved_data()
    {
        QTest::addColumn<bool>("isAssumed");
        QTest::newRow("gone, when it was asked") << false;
        QTest::newRow("a storage that cannot tell") << true;
    }
    void e7_whatIsCreatedWhileItsStorageIsAskedIsNotRemoved()
    {
        QFETCH(bool, isAssumed);
        EngineRig rig;
        Latch &slow = rig.latch();
        rig.options.massDeletionGuard = false; // which would hold it
        std::atomic<bool> isThere = true;
        rig.probe->onGet([&](const Attempt &attempt) {
            const bool was = isThere || attempt.id != "o0";
            if (!was)
                slow.wait();
            if (isAssumed)
                return Fetched<std::string>::assumed(std::make_shared<std::string>(attempt.id));
            return was ? Probe::object(attempt.id) : Fetched<std::string>::gone();
        });
        rig.source->putMany(2);
        QVERIFY(rig.startAndSettle());
        rig.source->drop("o0");
        isThere = false;
        rig.command(ControllerVerb::Resync);
        QVERIFY(eventually([&] { return slow.waiting() > 0 && rig.counters().lists == 2; }));
        isThere = true;
        rig.source->created("o0");
        slow.open();
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->removes("o0"), 0);
        QVERIFY(rig.probe->adds("o0") > 1);
        QVERIFY(rig.knows("o0"));
    }
};

QONTROLLER_TEST(DeletionsTest)
#include "tst_deletions.moc"
