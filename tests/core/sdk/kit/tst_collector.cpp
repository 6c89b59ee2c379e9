// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/sdk/kit/collector.h"
#include "kitrig.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// Two kinds of objects, a world for each, and the collector that runs over both. The color of
/// a thing is its unique id, its room that of its owner, if it has one.
struct CollectorRig : KitRig
{
    CollectorRig()
    {
        sets->onList([this](ListSink &sink, const std::stop_token &stop) {
            return setsMayList.wait(stop) ? sets->giveWorld(sink) : ListResult::partial("stopped");
        });
        setsMayList.open();
    }

    void putSet(const ObjectId &id, const std::string &uid)
    {
        setStorage->put(id, {uid, ""});
        sets->modified(id);
    }
    void dropSet(const ObjectId &id)
    {
        setStorage->drop(id);
        sets->deleted(id);
    }
    void start()
    {
        const auto things = open();
        const auto setCache = *caches.open<Thing>("sets", [this] {
            CacheParts<Thing> parts{sets, setStorage};
            parts.options.resyncInterval = 1h;
            parts.options.clock = sharedClock();
            return parts;
        });
        const auto act = [this](const std::string &sign) {
            return [this, sign](const OwnedObject &object, const std::stop_token &) {
                const std::lock_guard lock(mutex);
                done += (done.empty() ? "" : " ") + (sign + object.uid);
                if (sign == "-")
                    drop(object.id);
                return Outcome::done();
            };
        };
        const auto collector = std::make_shared<Collector>(
            Collector::Actions{act("-"), act("!"), [](auto &&...) { return Outcome::done(); }});
        const auto describe = [](const ObjectId &, const Thing &thing) {
            OwnedObject object{thing.color, {}, {}};
            if (!thing.room.empty())
                object.owners.push_back({thing.room, "set", "web", true, true});
            return object;
        };
        collector->addKind<Thing>("set", setCache, describe);
        collector->addKind<Thing>("thing", things, describe);
        add(Collector::parts(collector));
    }
    [[nodiscard]] std::string doneSoFar()
    {
        const std::lock_guard lock(mutex);
        return done;
    }

    std::shared_ptr<ScriptedSource> sets = std::make_shared<ScriptedSource>();
    std::shared_ptr<ThingStorage> setStorage = std::make_shared<ThingStorage>();
    Latch &setsMayList = latch();
    std::mutex mutex;
    std::string done; ///< -deleted !marked
};

} // namespace

/// A controller that deletes what no owner is left of.
class CollectorTest : public QObject
{
    Q_OBJECT

private slots:
    void collectsWhatItsOwnerLeaves()
    {
        CollectorRig rig;
        rig.putSet("web", "s1");
        rig.putSilently("a", {"p1", "s1"});
        rig.putSilently("b", {"p2", ""});
        rig.start();
        QVERIFY(eventually([&] { return rig.status().counters.handled >= 3; }));
        QVERIFY(eventually([&] { return rig.sets->watchStands() && rig.source->watchStands(); }));
        QVERIFY(rig.settles());
        QCOMPARE(rig.doneSoFar(), "");
        rig.dropSet("web");
        QVERIFY(eventually([&] { return rig.doneSoFar() == "-p1"; }));
        rig.end();
    }

    void collectsWhatWasLeftWhileNothingRan()
    {
        CollectorRig rig;
        rig.putSet("web", "s2"); // another one of the same id
        rig.putSilently("a", {"p1", "s1"});
        rig.start();
        QVERIFY(eventually([&] { return rig.doneSoFar() == "-p1"; }));
        rig.end();
    }

    void waitsForAllKinds()
    {
        CollectorRig rig;
        Latch &late = rig.latch();
        rig.putSet("web", "s1");
        rig.putSilently("a", {"p1", "s1"});
        rig.sets->onList([&](ListSink &sink, const std::stop_token &stop) {
            return late.wait(stop) ? rig.sets->giveWorld(sink) : ListResult::partial("stopped");
        });
        rig.start();
        QVERIFY(eventually([&] { return late.waiting() == 1 && rig.source->listsEnded() == 1; }));
        QVERIFY(rig.status().state == ControllerState::Starting);
        late.open();
        QVERIFY(eventually([&] { return rig.status().counters.handled >= 2; }));
        QCOMPARE(rig.doneSoFar(), "");
        rig.end();
    }

    void anOldCacheDeletesNothing()
    {
        CollectorRig rig;
        rig.sets->put("other");
        rig.setStorage->put("other", {"s9", ""});
        rig.putSilently("a", {"p1", "s1"});
        rig.setStorage->put("web", {"s1", ""}); // its list does not show it yet
        rig.start();
        QVERIFY(eventually([&] { return rig.status().counters.handled >= 2; }));
        QVERIFY(rig.settles());
        QCOMPARE(rig.doneSoFar(), "");
        rig.end();
    }

    void whatItsCacheShowsNoMoreIsNotDeletedAgain()
    {
        CollectorRig rig;
        rig.putSilently("a", {"p1", "s1"});
        rig.storage->drop("a"); // gone, and its cache was told otherwise
        rig.start();
        QVERIFY(eventually([&] { return rig.source->listsEnded() == 1; }));
        QVERIFY(rig.settles());
        QCOMPARE(rig.doneSoFar(), "");
        rig.end();
    }

    void aKindThatIsNotKnownIsSaid()
    {
        CollectorRig rig;
        rig.putSilently("a", {"p1", "s1"});
        const auto things = rig.open();
        const auto collector = std::make_shared<Collector>(Collector::Actions());
        collector->addKind<Thing>("thing", things, [](const ObjectId &, const Thing &thing) {
            return OwnedObject{thing.color, {}, {}, {{thing.room, "ghost", "x", true, true}}};
        });
        rig.add(Collector::parts(collector));
        QVERIFY(eventually([&] {
            return rig.row("p1").text
                   == "'x' is of the kind 'ghost', of which this collector knows nothing";
        }));
        rig.end();
    }
};

QONTROLLER_TEST(CollectorTest)
#include "tst_collector.moc"
