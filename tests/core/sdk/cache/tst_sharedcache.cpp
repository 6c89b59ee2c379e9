// SPDX-License-Identifier: LGPL-3.0-or-later
#include "cacherig.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// A controller of the cache's objects. Counts what it is told to do.
struct Counting
{
    [[nodiscard]] ControllerSpec spec(std::string name, std::shared_ptr<SharedCache<Thing>> cache)
    {
        const auto handler = makeHandler<Thing>(
            [this](const Thing &thing, const Attempt &) {
                const std::lock_guard lock(mutex);
                ++adds;
                last = thing.color;
                return Outcome::done();
            },
            [this](const Attempt &) {
                const std::lock_guard lock(mutex);
                ++removes;
                return Outcome::done();
            });
        ControllerSpec spec;
        spec.name = std::move(name);
        spec.parts.listerWatcher = cache;
        spec.parts.reconciler = makeReconciler<Thing>(cache, handler);
        spec.options.resyncInterval = 1h;
        return spec;
    }
    template<class T>
    [[nodiscard]] T read(const T &member) const
    {
        const std::lock_guard lock(mutex);
        return member;
    }

    mutable std::mutex mutex;
    int adds = 0;
    int removes = 0;
    std::string last;
};

} // namespace

/// One cache and all who share it.
class SharedCacheTest : public QObject
{
    Q_OBJECT

private slots:
    void givesWhatTheSourceHas()
    {
        CacheRig rig;
        rig.putSilently("a", {"red", "hall"}, 3);
        rig.putSilently("b", {"blue", "hall"}, 4);
        const auto cache = rig.openAndList();
        QCOMPARE(cache->size(), std::size_t(2));
        QCOMPARE(cache->find("a").object->color, "red");
        QCOMPARE(cache->versionOf("b"), Version(4));
        QVERIFY(!cache->find("c"));
        QCOMPARE(cache->all().size(), std::size_t(2));
        QCOMPARE(listOf(*cache), "a b complete");
    }

    void s2_oneSourceForAllWhoNameIt()
    {
        CacheRig rig;
        const auto first = rig.openAndList();
        const auto second = rig.open();
        QCOMPARE(rig.made, 1);
        QCOMPARE(rig.caches.size(), std::size_t(1));
        QCOMPARE(listOf(*second), "complete");
        QCOMPARE(rig.source->listsBegun(), 1);
        const auto other = rig.open("others");
        QCOMPARE(rig.made, 2);
        QCOMPARE(rig.caches.size(), std::size_t(2));
    }

    void nothingBeginsBeforeItIsUsed()
    {
        CacheRig rig;
        const auto cache = rig.open();
        QCOMPARE(rig.source->listsBegun(), 0);
        cache->start();
        QVERIFY(eventually([&] { return rig.source->listsEnded() == 1; }));
    }

    void withTheLastSubscriberItsSourceStops()
    {
        CacheRig rig;
        auto first = rig.openAndList();
        auto second = rig.open();
        first.reset();
        QCOMPARE(rig.caches.size(), std::size_t(1));
        QVERIFY(rig.source->watchStands());
        second.reset();
        QCOMPARE(rig.caches.size(), std::size_t(0));
        QVERIFY(eventually([&] { return !rig.source->watchStands(); }));
        QVERIFY(eventually([&] { return rig.source.use_count() == 1; })); // all threads returned
        QVERIFY(rig.openAndList()->wasComplete());
        QCOMPARE(rig.made, 2);
    }

    void s2_lettingGoDoesNotWaitForASourceThatHangs()
    {
        CacheRig rig;
        Latch &never = rig.latch();
        rig.source->onList([&](ListSink &, const std::stop_token &) {
            never.wait();
            return ListResult::complete();
        });
        auto cache = rig.open();
        cache->start();
        QVERIFY(eventually([&] { return never.waiting() == 1; }));
        cache.reset(); // would wait for ever
        QCOMPARE(rig.caches.size(), std::size_t(0));
    }

    void aNameHasOneType()
    {
        CacheRig rig;
        const auto cache = rig.open();
        const auto other = rig.caches.open<int>("things", [] { return CacheParts<int>(); });
        QVERIFY(!other);
        QCOMPARE(other.error(), "the cache 'things' has objects of another type");
    }

    void whoComesLateGetsEverythingFirst()
    {
        CacheRig rig;
        rig.putSilently("a", {"red", "hall"});
        const auto cache = rig.openAndList();
        rig.put("b", {"blue", "hall"});
        QVERIFY(eventually([&] { return cache->has("b"); }));
        const auto late = rig.open();
        Watching watching(*late);
        QVERIFY(eventually([&] { return watching.told.text() == "ready"; }));
        QCOMPARE(listOf(*late), "a b complete");
        rig.put("c", {"blue", "hall"});
        rig.drop("a");
        QVERIFY(eventually([&] { return watching.told.has("+c") && watching.told.has("-a"); }));
    }

    void s7_aListWaitsForTheFirstListOfTheSource()
    {
        CacheRig rig;
        Latch &late = rig.latch();
        rig.putSilently("a", {"red", "hall"});
        rig.source->onList([&](ListSink &sink, const std::stop_token &stop) {
            late.wait(stop);
            return rig.source->giveWorld(sink);
        });
        const auto cache = rig.open();
        std::string listed;
        Watching watching(*cache);
        std::jthread list([&] { listed = listOf(*cache); });
        QVERIFY(eventually([&] { return late.waiting() == 1 && watching.told.has("ready"); }));
        QVERIFY(!cache->wasComplete());
        late.open();
        list.join();
        QCOMPARE(listed, "a complete");
        QCOMPARE(watching.told.text(), "ready"); // what the list has is not told again
    }

    void s7_aListEndsAsThatOfTheSource()
    {
        CacheRig rig;
        rig.putSilently("a", {"red", "hall"});
        rig.source->onList([&](ListSink &sink, const std::stop_token &) {
            static_cast<void>(rig.source->giveWorld(sink));
            sink.addLeftover("old");
            return ListResult::partial("one disk is away");
        });
        const auto cache = rig.open();
        QCOMPARE(listOf(*cache), "a -old partial: one disk is away");
        QVERIFY(!cache->wasComplete());
        rig.source->onList([](auto &&...) -> ListResult { throw std::runtime_error("no disk"); });
        QVERIFY(rig.relist());
        QVERIFY(eventually([&] { return cache->listError() == "no disk"; }));
        QCOMPARE(listOf(*cache), "failed: no disk");
    }

    void s7_aCacheThatWasCompleteIsGoodEnoughToWorkWith()
    {
        CacheRig rig;
        rig.putSilently("a", {"red", "hall"});
        const auto cache = rig.openAndList();
        rig.source->onList([](auto &&...) -> ListResult { throw std::runtime_error("no disk"); });
        QVERIFY(rig.relist());
        QVERIFY(eventually([&] { return cache->listError() == "no disk"; }));
        QCOMPARE(listOf(*cache), "a partial: the last list of its source failed: no disk");
    }

    void indexesFollow()
    {
        CacheRig rig;
        rig.putSilently("a", {"red", "hall"});
        rig.putSilently("b", {"blue", "hall"});
        const auto cache = rig.openAndList();
        QCOMPARE(cache->idsBy("room", "hall"), (std::vector<ObjectId>{"a", "b"}));
        rig.put("a", {"red", "attic"});
        QVERIFY(eventually([&] { return cache->find("a").object->room == "attic"; }));
        Watching watching(*cache);
        rig.drop("b");
        QVERIFY(eventually([&] { return !cache->has("b"); }));
        QVERIFY(eventually([&] { return cache->idsBy("room", "hall").empty(); }));
        QCOMPARE(cache->by("room", "attic").front().second.object->color, "red");
        QVERIFY(cache->idsBy("nonsense", "hall").empty());
    }

    void s4_whoHearsOfAChangeFindsIt()
    {
        CacheRig rig;
        const auto cache = rig.openAndList();
        std::atomic<int> wrong = 0;
        std::atomic<int> heard = 0;
        NullSink sink;
        std::jthread watch([&](const std::stop_token &stop) {
            static_cast<void>(cache->watchChanges(
                [&](const CacheChange<void> &change) {
                    const Cached<Thing> now = cache->find(change.id);
                    wrong += !now || now.version < change.after.version
                             || cache->idsBy("room", now.object->room).empty();
                    ++heard;
                },
                sink, stop));
        });
        QVERIFY(eventually([&] { return sink.isReady.load(); }));
        for (Version version = 1; version <= 200; ++version) {
            rig.put("a", {std::to_string(version), "hall"}, version);
            QVERIFY(eventually([&] { return cache->versionOf("a") == version; }));
        }
        QVERIFY(eventually([&] { return heard == 200; }));
        QCOMPARE(wrong.load(), 0);
    }

    void s3_whoIsTooSlowMissesAndLists()
    {
        CacheRig rig;
        rig.options.changes = 16;
        const auto cache = rig.openAndList();
        Latch &slow = rig.latch();
        NullSink sink;
        std::jthread watch([&](const std::stop_token &stop) {
            static_cast<void>(
                cache->watchChanges([&](const CacheChange<void> &) { slow.wait(stop); }, sink,
                                    stop));
        });
        QVERIFY(eventually([&] { return sink.isReady.load(); }));
        for (int i = 0; i < 40; ++i)
            rig.put("o" + std::to_string(i), {"red", "hall"});
        QVERIFY(eventually([&] { return cache->size() == 40 && slow.waiting() == 1; }));
        slow.open();
        QVERIFY(eventually([&] { return sink.missedSome.load(); }));
    }

    void twoControllersShareOneCache()
    {
        CacheRig rig;
        rig.putSilently("a", {"red", "hall"}, 1);
        Counting one;
        Counting two;
        Host host;
        QVERIFY(host.add(one.spec("one", rig.open())).has_value());
        QVERIFY(host.add(two.spec("two", rig.open())).has_value());
        QVERIFY(eventually([&] { return one.read(one.adds) == 1 && two.read(two.adds) == 1; }));
        QVERIFY(eventually([&] { return rig.source->watchStands(); }));
        rig.put("a", {"green", "hall"}, 2);
        QVERIFY(eventually(
            [&] { return one.read(one.last) == "green" && two.read(two.last) == "green"; }));
        rig.drop("a");
        QVERIFY(
            eventually([&] { return one.read(one.removes) == 1 && two.read(two.removes) == 1; }));
        QCOMPARE(rig.source->listsBegun(), 1);
        QCOMPARE(rig.storage->gets(), 2); // and not once for each controller
        static_cast<void>(host.stop(10s));
    }

    void s2_theCacheGoesWithTheLastController()
    {
        CacheRig rig;
        Counting one;
        {
            Host host;
            QVERIFY(host.add(one.spec("one", rig.open())).has_value());
            QVERIFY(
                eventually([&] { return rig.caches.size() == 1 && rig.source->watchStands(); }));
            static_cast<void>(host.stop(10s));
        }
        QVERIFY(eventually([&] { return rig.caches.size() == 0; }));
        QVERIFY(eventually([&] { return !rig.source->watchStands(); }));
    }

private:
    struct NullSink final : WatchSink
    {
        void ready() override { isReady = true; }
        void event(EventType, std::string_view, Version) override {}
        void cursor(std::string_view) override {}
        void missed(std::string_view) override { missedSome = true; }
        void error(std::string_view) override {}
        std::atomic<bool> isReady = false;
        std::atomic<bool> missedSome = false;
    };
};

QONTROLLER_TEST(SharedCacheTest)
#include "tst_sharedcache.moc"
