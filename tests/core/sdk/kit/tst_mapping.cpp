// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/sdk/kit/mappedsource.h"
#include "kitrig.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;

namespace {

std::vector<ObjectId> roomOf(const ObjectId &id, const Thing &thing)
{
    if (thing.room == "broken")
        throw std::runtime_error("no room for " + id);
    return {thing.room};
}

} // namespace

/// Objects of another source that lead to those of a controller.
class MappingTest : public QObject
{
    Q_OBJECT

private slots:
    void aChangeLeadsToWhatItWasAndWhatItIs()
    {
        CacheRig rig;
        const auto cache = rig.openAndList();
        const RelatedSource source = makeMappedSource<Thing>({cache, roomOf});
        Watching watching(*source.listerWatcher);
        QVERIFY(eventually([&] { return watching.told.has("ready"); }));
        rig.put("a", {"red", "hall"});
        QVERIFY(eventually([&] { return watching.told.text() == "ready ~hall"; }));
        rig.put("a", {"red", "attic"});
        QVERIFY(eventually([&] { return watching.told.text() == "ready ~hall ~attic ~hall"; }));
        rig.drop("a");
        QVERIFY(
            eventually([&] { return watching.told.text() == "ready ~hall ~attic ~hall ~attic"; }));
        QCOMPARE(source.owners->ownersOf("hall", {}), std::vector<ObjectId>{"hall"});
    }

    void s11_whatMovesWhileNoWatchStandsLeadsToBoth()
    {
        CacheRig rig;
        rig.putSilently("a", {"red", "hall"});
        const auto cache = rig.openAndList();
        const RelatedSource source = makeMappedSource<Thing>({cache, roomOf});
        rig.put("a", {"red", "attic"}, 2);
        QVERIFY(eventually([&] { return cache->versionOf("a") == 2; }));
        QCOMPARE(listOf(*source.listerWatcher), "attic complete");
        {
            Watching watching(*source.listerWatcher);
            QVERIFY(eventually([&] { return watching.told.text() == "ready ~attic ~hall"; }));
        }
        rig.put("a", {"red", "cellar"}, 3);
        QVERIFY(eventually([&] { return cache->versionOf("a") == 3; }));
        Watching watching(*source.listerWatcher);
        QVERIFY(eventually([&] { return watching.told.text() == "ready ~attic ~cellar"; }));
    }

    void aListLeadsToWhatIsThereNow()
    {
        CacheRig rig;
        rig.putSilently("a", {"red", "hall"});
        rig.putSilently("b", {"red", "hall"});
        rig.putSilently("c", {"red", "attic"});
        const RelatedSource source = makeMappedSource<Thing>({rig.open(), roomOf});
        QCOMPARE(listOf(*source.listerWatcher), "attic hall complete");
    }

    void onlyWhatMattersLeadsAnywhere()
    {
        CacheRig rig;
        const auto cache = rig.openAndList();
        const RelatedSource source = makeMappedSource<Thing>(
            {cache, roomOf, whenGenerationDiffers<Thing>(&Thing::generation)});
        Watching watching(*source.listerWatcher);
        QVERIFY(eventually([&] { return watching.told.has("ready"); }));
        rig.put("a", {"red", "hall", 1}, 1);
        QVERIFY(eventually([&] { return cache->versionOf("a") == 1; }));
        rig.put("a", {"blue", "hall", 1}, 2);
        QVERIFY(eventually([&] { return cache->versionOf("a") == 2; }));
        rig.put("b", {"blue", "attic", 1}, 3);
        QVERIFY(eventually([&] { return watching.told.text() == "ready ~hall ~attic"; }));
    }

    void aMappingThatThrowsIsToldAndStopsNothing()
    {
        CacheRig rig;
        rig.putSilently("a", {"red", "broken"});
        rig.putSilently("b", {"red", "hall"});
        const auto cache = rig.openAndList();
        const RelatedSource source = makeMappedSource<Thing>({cache, roomOf});
        QCOMPARE(listOf(*source.listerWatcher), "hall failed: the targets of 'a': no room for a");
        Watching watching(*source.listerWatcher);
        QVERIFY(eventually([&] { return watching.told.has("ready"); }));
        rig.put("b", {"red", "broken"});
        QVERIFY(eventually([&] {
            return watching.told.text() == "ready ~hall error: the targets of 'b': no room for b";
        }));
    }

    void s3_whatWasMissedIsSaid()
    {
        CacheRig rig;
        rig.options.changes = 16;
        const auto cache = rig.openAndList();
        Latch &slow = rig.latch();
        std::atomic<int> missed = 0;
        const RelatedSource source = makeMappedSource<Thing>({cache,
                                                              [&](const ObjectId &, const Thing &) {
                                                                  slow.wait();
                                                                  return std::vector<ObjectId>();
                                                              },
                                                              {},
                                                              [&] { ++missed; }});
        Watching watching(*source.listerWatcher);
        QVERIFY(eventually([&] { return watching.told.has("ready"); }));
        rig.put("o0", {"red", "hall"});
        QVERIFY(eventually([&] { return slow.waiting() == 1; })); // what follows waits for it
        for (int i = 1; i < 40; ++i)
            rig.put("o" + std::to_string(i), {"red", "hall"});
        QVERIFY(eventually([&] { return cache->size() == 40; }));
        slow.open();
        QVERIFY(eventually([&] { return watching.told.has("missed"); }));
        QCOMPARE(missed.load(), 1);
    }

    void severalSourcesOfOneControllerShareOneCache()
    {
        KitRig rig;
        rig.putSilently("a", {"red", "b"}, 1); // a leads to b
        rig.putSilently("b", {"blue", "b"}, 2);
        const auto cache = rig.open();
        rig.add(cache, rig.reconciler(cache), {makeMappedSource<Thing>({cache, roomOf})});
        QVERIFY(eventually([&] {
            return rig.settles() && rig.log().find("+b=blue") != std::string::npos
                   && rig.log().find("+a=red") != std::string::npos;
        }));
        QVERIFY(eventually([&] { return rig.source->watchStands(); }));
        QVERIFY(rig.settles());
        rig.forgetLog();
        rig.put("a", {"green", "b"}, 3);
        QVERIFY(eventually([&] {
            return rig.log().find("+b=blue") != std::string::npos
                   && rig.log().find("+a=green") != std::string::npos;
        }));
        QCOMPARE(rig.source->listsBegun(), 1);
        rig.end();
    }

    void aFilteredSourceListsAllAndTellsOfSome()
    {
        CacheRig rig;
        rig.putSilently("a", {"red", "hall", 1}, 1);
        const auto cache = rig.openAndList();
        const auto source = makeFilteredSource<Thing>(cache, whenGenerationDiffers<Thing>(
                                                                 &Thing::generation));
        QCOMPARE(listOf(*source), "a complete");
        Watching watching(*source);
        QVERIFY(eventually([&] { return watching.told.has("ready"); }));
        rig.put("a", {"blue", "hall", 1}, 2);
        QVERIFY(eventually([&] { return cache->versionOf("a") == 2; }));
        rig.put("a", {"blue", "hall", 2}, 3);
        QVERIFY(eventually([&] { return watching.told.text() == "ready ~a"; }));
    }
};

QONTROLLER_TEST(MappingTest)
#include "tst_mapping.moc"
