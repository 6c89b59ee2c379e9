// SPDX-License-Identifier: LGPL-3.0-or-later
#include "enginerig.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// Pods and the node each of them runs on: a related object is named "owner/…".
struct RelatedRig : EngineRig
{
    RelatedRig()
    {
        related.push_back(
            {nodes, makeOwners([](const ObjectId &node, auto &&) { return owners(node); })});
        source->put("a");
        source->put("b");
    }
    /// Waits until both first lists are done: the own one does not wait for the other.
    [[nodiscard]] bool settlesWithBoth()
    {
        start();
        return eventually([this] {
                   return source->listsEnded() == 1 && nodes->listsEnded() == 1
                          && clock.waiting() == 2 && nodes->watchStands();
               })
               && settles();
    }

    static std::vector<ObjectId> owners(const ObjectId &node)
    {
        if (node == "broken")
            throw std::runtime_error("no such owner");
        if (node == "shared")
            return {"a", "b"};
        return {node.substr(0, node.find('/'))};
    }

    std::shared_ptr<ScriptedSource> nodes = std::make_shared<ScriptedSource>();
};

} // namespace

/// Sources whose objects belong to the controller's own.
class RelatedSourcesTest : public QObject
{
    Q_OBJECT

private slots:
    void e17_theGateWaitsForTheOwnList()
    {
        RelatedRig rig;
        Latch &late = rig.latch();
        rig.source->onList([&](ListSink &sink, const std::stop_token &stop) {
            late.wait(stop);
            return rig.source->giveWorld(sink);
        });
        rig.start();
        QVERIFY(eventually([&] { return late.waiting() == 1 && rig.nodes->listsEnded() == 1; }));
        QVERIFY(
            eventually([&] { return rig.clock.waiting() == 1; })); // the other's list is all done
        QCOMPARE(rig.counters().dequeued, 0U);
        QVERIFY(rig.status().state == ControllerState::Starting);
        late.open();
        QVERIFY(eventually([&] { return rig.probe->total().adds == 2; }));
        QVERIFY(rig.status().state == ControllerState::Running);
    }

    void e20_aRelatedSourceWhoseListHangsHoldsNothingUp()
    {
        RelatedRig rig;
        Latch &never = rig.latch();
        rig.nodes->onList([&](ListSink &, const std::stop_token &stop) {
            never.wait(stop);
            return ListResult::failed("stopped");
        });
        rig.start();
        QVERIFY(eventually([&] { return rig.probe->total().adds == 2; }));
        QVERIFY(eventually([&] { return never.waiting() == 1; }));
    }

    void e20_aRelatedSourceThatThrowsIsShownAndStopsNothing()
    {
        RelatedRig rig;
        rig.nodes->onList([](auto &&...) -> ListResult { throw std::runtime_error("no nodes"); });
        rig.start();
        QVERIFY(eventually([&] { return rig.pull().listError == "no nodes"; }));
        QVERIFY(eventually([&] { return rig.probe->total().adds == 2; }));
        QVERIFY(rig.status().state == ControllerState::Running);
        QCOMPARE(rig.counters().listFailures, 1U);
        QVERIFY(rig.status().lists.last == ListEnd::Failed);
        QCOMPARE(rig.awaitEvent(EventRecord::Kind::ListFailed), "related source: no nodes");
        rig.nodes->onList({});
        QVERIFY(rig.passUntil([&] { return rig.nodes->listsEnded() == 2; }, 10s));
        QVERIFY(eventually([&] { return rig.pull().listError.empty(); }));
    }

    void aChangeOfARelatedObjectQueuesItsOwners_data()
    {
        QTest::addColumn<int>("type");
        QTest::newRow("added") << 0;
        QTest::newRow("modified") << 1;
        QTest::newRow("deleted") << 2;
    }
    void aChangeOfARelatedObjectQueuesItsOwners()
    {
        QFETCH(int, type);
        RelatedRig rig;
        QVERIFY(rig.settlesWithBoth());
        rig.nodes->tell(
            [type](WatchSink &sink) { sink.event(static_cast<EventType>(type), "a/1"); });
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->adds("a"), 2);
        QCOMPARE(rig.probe->adds("b"), 1);
        QVERIFY(!rig.knows("a/1"));
        rig.nodes->modified("shared");
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->adds("a"), 3);
        QCOMPARE(rig.probe->adds("b"), 2);
        QCOMPARE(rig.probe->total().removes, 0);
    }

    void aRelatedListQueuesTheOwnersToo()
    {
        RelatedRig rig;
        QVERIFY(rig.settlesWithBoth());
        rig.nodes->put("b/1");
        rig.command(ControllerVerb::Resync);
        QVERIFY(
            eventually([&] { return rig.nodes->listsEnded() == 2 && rig.counters().lists == 4; }));
        QVERIFY(eventually([&] { return rig.clock.waiting() == 2; }));
        QVERIFY(rig.settles());
        QVERIFY(rig.probe->adds("b") >= 2);
    }

    void anOwnersFunctionThatThrowsIsShownAndStopsNothing()
    {
        RelatedRig rig;
        rig.nodes->put("broken");
        QVERIFY(rig.settlesWithBoth());
        rig.nodes->modified("broken");
        rig.nodes->modified("a/1");
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->adds("a"), 2);
        QCOMPARE(rig.counters().watchErrors, 2U);
        QCOMPARE(rig.awaitEvent(EventRecord::Kind::WatchError),
                 "related source: ownersOf broken: no such owner");
        QVERIFY(rig.nodes->watchStands());
    }

    void aRelatedChangeRunsAParkedOwner()
    {
        RelatedRig rig;
        rig.probe->onAdd([](const Attempt &) { return Outcome::park("waits for its node"); });
        rig.start();
        QVERIFY(rig.reaches("a", ItemState::Parked));
        QVERIFY(eventually([&] { return rig.nodes->watchStands(); }));
        rig.nodes->modified("a/1");
        QVERIFY(eventually([&] { return rig.probe->adds("a") == 2; }));
    }

    void e14_aListOfARelatedSourceIsNoChange()
    {
        RelatedRig rig;
        rig.nodes->put("a/1");
        rig.probe->onAdd([](const Attempt &) { return Outcome::park("waits for its node"); });
        QVERIFY(rig.settlesWithBoth());
        QCOMPARE(rig.row("a").state, ItemState::Parked);
        const auto triggers = rig.counters().triggers;
        rig.command(ControllerVerb::Resync);
        QVERIFY(
            eventually([&] { return rig.nodes->listsEnded() == 2 && rig.counters().lists == 4; }));
        QVERIFY(rig.triggered(triggers + 3)); // a and b by their own list, a by its node
        QVERIFY(rig.settles());
        QCOMPARE(rig.row("a").state, ItemState::Parked);
        QCOMPARE(rig.probe->adds("a"), 1);
    }

    void aRelatedObjectThatVanishesFromTheListRemovesNothing()
    {
        RelatedRig rig;
        rig.nodes->putMany(30, "a/");
        QVERIFY(rig.settlesWithBoth());
        for (int i = 0; i < 30; ++i)
            rig.nodes->drop("a/" + std::to_string(i));
        rig.command(ControllerVerb::Resync);
        QVERIFY(
            eventually([&] { return rig.nodes->listsEnded() == 2 && rig.counters().lists == 4; }));
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->total().removes, 0);
        QCOMPARE(rig.inState(ItemState::Held), 0U);
    }

    void aRelatedSourceIsStoppedToo()
    {
        const auto before = threadCount();
        {
            RelatedRig rig;
            Latch &never = rig.latch();
            QVERIFY(rig.settlesWithBoth());
            rig.nodes->onList([&](ListSink &, const std::stop_token &stop) {
                never.wait(stop);
                return ListResult::complete();
            });
            rig.command(ControllerVerb::Resync);
            QVERIFY(eventually([&] { return never.waiting() == 1; }));
            static_cast<void>(rig.host.stop(30s));
        }
        QVERIFY(eventually([&] { return threadCount() == before; }));
    }
};

QONTROLLER_TEST(RelatedSourcesTest)
#include "tst_relatedsources.moc"
