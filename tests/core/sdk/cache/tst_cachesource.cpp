// SPDX-License-Identifier: LGPL-3.0-or-later
#include "cacherig.h"
#include "core/sdk/testing/reconcile.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

/// How a cache keeps up with its source, whatever that does.
class CacheSourceTest : public QObject
{
    Q_OBJECT

private slots:
    void loadsOnlyWhatHasAnotherVersion()
    {
        CacheRig rig;
        rig.putSilently("a", {"red", "hall"}, 1);
        rig.putSilently("b", {"red", "hall"}, 1);
        const auto cache = rig.openAndList();
        QCOMPARE(rig.storage->gets(), 2);
        rig.putSilently("b", {"blue", "hall"}, 2);
        QVERIFY(rig.relist());
        QVERIFY(eventually([&] { return cache->find("b").object->color == "blue"; }));
        QCOMPARE(rig.storage->gets(), 3);
    }

    void withoutVersionsAListLoadsAllAndTellsOfWhatDiffers()
    {
        CacheRig rig;
        rig.putSilently("a", {"red", "hall"});
        rig.putSilently("b", {"red", "hall"});
        const auto cache = rig.openAndList();
        Watching watching(*cache);
        QVERIFY(eventually([&] { return watching.told.has("ready"); }));
        const auto same = cache->find("a").object;
        rig.putSilently("b", {"blue", "hall"});
        QVERIFY(rig.relist());
        QVERIFY(eventually([&] { return watching.told.text() == "ready ~b"; }));
        QCOMPARE(rig.storage->gets(), 4);
        QVERIFY(cache->find("a").object == same); // equal objects are kept once
    }

    void aCompleteListWithoutAnIdRemovesIt()
    {
        CacheRig rig;
        rig.putSilently("a", {"red", "hall"});
        rig.putSilently("b", {"red", "hall"});
        const auto cache = rig.openAndList();
        rig.source->drop("a");
        QVERIFY(rig.relist());
        QVERIFY(eventually([&] { return !cache->has("a"); }));
        QVERIFY(cache->has("b"));
    }

    void s5_aListThatIsNotCompleteRemovesNothing()
    {
        CacheRig rig;
        rig.putSilently("a", {"red", "hall"});
        const auto cache = rig.openAndList();
        rig.source->onList([](auto &&...) { return ListResult::partial("cut short"); });
        QVERIFY(rig.relist());
        QVERIFY(eventually([&] { return cache->listError() == "cut short"; }));
        QVERIFY(cache->has("a"));
        QVERIFY(cache->wasComplete()); // some list was
    }

    void aListDoesNotOverrideADeletionDuringIt()
    {
        CacheRig rig;
        rig.putSilently("a", {"red", "hall"});
        const auto cache = rig.openAndList();
        Latch &late = rig.latch();
        rig.storage->onGet([](const Attempt &) { // one that believes its source
            return Fetched<Thing>::assumed(std::make_shared<const Thing>());
        });
        rig.source->onList([&](ListSink &sink, const std::stop_token &stop) {
            late.wait(stop);
            sink.add("a");
            return ListResult::complete();
        });
        std::jthread list([&] { QVERIFY(rig.relist()); });
        QVERIFY(eventually([&] { return late.waiting() == 1; }));
        rig.source->deleted("a");
        QVERIFY(eventually([&] { return !cache->has("a"); }));
        late.open();
        list.join();
        QVERIFY(rig.relist());                                // the list before is concluded
        QVERIFY(eventually([&] { return cache->has("a"); })); // and a later one is believed
    }

    void s5_aListDoesNotOverrideACreationDuringIt()
    {
        CacheRig rig;
        const auto cache = rig.openAndList();
        Latch &late = rig.latch();
        rig.source->onList([&](ListSink &, const std::stop_token &stop) {
            late.wait(stop);
            return ListResult::complete(); // it began before
        });
        std::jthread list([&] { QVERIFY(rig.relist()); });
        QVERIFY(eventually([&] { return late.waiting() == 1; }));
        rig.put("a", {"red", "hall"});
        QVERIFY(eventually([&] { return cache->has("a"); }));
        late.open();
        list.join();
        rig.source->onList({});
        QVERIFY(rig.relist());
        QVERIFY(cache->has("a"));
    }

    void aListDoesNotOverrideAChangeDuringIt()
    {
        CacheRig rig;
        rig.putSilently("a", {"red", "hall"}, 1);
        const auto cache = rig.openAndList();
        Latch &late = rig.latch();
        rig.source->onList([&](ListSink &sink, const std::stop_token &stop) {
            late.wait(stop);
            sink.add("a", 1); // it began before
            return ListResult::complete();
        });
        std::jthread list([&] { QVERIFY(rig.relist()); });
        QVERIFY(eventually([&] { return late.waiting() == 1; }));
        rig.put("a", {"blue", "hall"}, 2);
        QVERIFY(eventually([&] { return cache->versionOf("a") == 2; }));
        const int gets = rig.storage->gets();
        late.open();
        list.join();
        rig.source->onList({});
        QVERIFY(rig.relist()); // the list before is concluded
        QVERIFY(rig.relist()); // and so is a later one
        QCOMPARE(cache->versionOf("a"), 2U);
        QCOMPARE(rig.storage->gets(), gets);
    }

    void s5_whatCannotBeLoadedMakesTheListPartial()
    {
        CacheRig rig;
        rig.putSilently("a", {"red", "hall"});
        rig.putSilently("b", {"red", "hall"});
        rig.storage->onGet([](const Attempt &attempt) -> std::optional<Fetched<Thing>> {
            if (attempt.id == "b")
                return Fetched<Thing>::failed("no permission");
            return std::nullopt;
        });
        const auto cache = rig.open();
        QCOMPARE(listOf(*cache), "a partial: 'b' could not be read: no permission");
        QVERIFY(!cache->wasComplete());
        QVERIFY(cache->wasListed());
        const ObjectId id = "b";
        QCOMPARE(cache->get(attemptFor(id)).kind(),
                 Fetched<Thing>::Kind::Failed); // and it is not gone
        rig.storage->onGet({});
        QVERIFY(rig.relist()); // after the back-off
        QVERIFY(eventually([&] { return cache->wasComplete() && cache->has("b"); }));
    }

    void aFailedLoadOfAnEventIsToldAndTriedAgain()
    {
        CacheRig rig;
        const auto cache = rig.openAndList();
        Watching watching(*cache);
        QVERIFY(eventually([&] { return watching.told.has("ready"); }));
        std::atomic<bool> isDenied = true;
        rig.storage->onGet([&](const Attempt &) -> std::optional<Fetched<Thing>> {
            if (isDenied.exchange(false))
                throw std::runtime_error("no permission");
            return std::nullopt;
        });
        rig.put("a", {"red", "hall"});
        QVERIFY(eventually(
            [&] { return watching.told.has("error: 'a' could not be read: no permission"); }));
        QVERIFY(eventually([&] { return cache->has("a"); })); // by a list that was asked for
    }

    void s6_anEventDuringALoadCausesAnother()
    {
        CacheRig rig;
        const auto cache = rig.openAndList();
        Latch &slow = rig.latch();
        const auto old = std::make_shared<const Thing>(Thing{"old", "hall"});
        std::atomic<int> calls = 0;
        rig.storage->onGet([&](const Attempt &attempt) -> std::optional<Fetched<Thing>> {
            if (calls++ > 0)
                return std::nullopt;
            slow.wait(attempt.stop);
            return Fetched<Thing>::found(old); // what it read before
        });
        rig.put("a", {"old", "hall"});
        QVERIFY(eventually([&] { return slow.waiting() == 1; }));
        rig.put("a", {"new", "hall"});
        slow.open();
        QVERIFY(
            eventually([&] { return cache->has("a") && cache->find("a").object->color == "new"; }));
        QCOMPARE(calls.load(), 2);
    }

    void s6_aSourceMayHoldALockThatItsStorageWants()
    {
        CacheRig rig; // ScriptedSource tells of events under its lock
        rig.storage->onGet([&](const Attempt &attempt) -> std::optional<Fetched<Thing>> {
            static_cast<void>(rig.source->isGone(attempt.id));
            return std::nullopt;
        });
        const auto cache = rig.openAndList();
        rig.put("a", {"red", "hall"});
        QVERIFY(eventually([&] { return cache->has("a"); }));
    }

    void aWatchThatEndsIsTakenUpAgain()
    {
        CacheRig rig;
        const auto cache = rig.openAndList();
        rig.source->endWatch(WatchEnd::failed("no connection"));
        QVERIFY(
            eventually([&] { return rig.source->watches() == 1 && !rig.source->watchStands(); }));
        rig.putSilently("a", {"red", "hall"});
        QVERIFY(eventually([&] {
            if (rig.source->watches() == 2)
                return true;
            if (const TimePoint next = rig.clock.nextDeadline(); next != TimePoint::max())
                rig.clock.advance(next - rig.clock.now());
            return false;
        }));
        QVERIFY(eventually([&] { return cache->has("a"); })); // by the list after the gap
    }

    void aSourceWithCursorsGoesOnWhereItWas()
    {
        CacheRig rig;
        rig.source = std::make_shared<ScriptedSource>(WatchMode::FromCursor);
        rig.source->setCursor("17");
        const auto cache = rig.openAndList();
        QCOMPARE(rig.source->cursors(), std::vector<std::string>{"17"});
        rig.source->tell([](WatchSink &sink) { sink.cursor("18"); });
        rig.clock.advance(2s);
        rig.source->endWatch(WatchEnd::closed());
        QVERIFY(eventually([&] { return rig.source->watches() == 2; }));
        QCOMPARE(rig.source->cursors().back(), "18");
    }

    void aCallerHasAnObjectReadNow()
    {
        CacheRig rig;
        rig.putSilently("a", {"red", "hall"});
        const auto cache = rig.openAndList();
        rig.storage->put("a", {"blue", "hall"});
        QCOMPARE(cache->load("a", {}), "");
        QCOMPARE(cache->find("a").object->color, "blue");
        rig.storage->drop("a");
        QCOMPARE(cache->load("a", {}), "");
        QVERIFY(!cache->has("a"));
        rig.storage->onGet([](const Attempt &) { return Fetched<Thing>::failed("no disk"); });
        QCOMPARE(cache->load("a", {}), "'a' could not be read: no disk");
    }

    void whatAListSaysIsMissingIsAskedOfTheStorage()
    {
        CacheRig rig;
        const auto cache = rig.openAndList();
        rig.storage->put("a", {"red", "hall"});
        const ObjectId id = "a";
        Attempt attempt{.id = id, .controller = {}, .number = 1, .fence = 0, .stop = {}};
        QVERIFY(cache->get(attempt).kind() == Fetched<Thing>::Kind::Gone);
        attempt.isMissing = true;
        QVERIFY(cache->get(attempt).kind() == Fetched<Thing>::Kind::Found);
    }

    void anIndexThatThrowsStopsNothing()
    {
        CacheRig rig;
        rig.putSilently("a", {"red", "hall"});
        const auto cache = *rig.caches.open<Thing>("things", [&] {
            CacheParts<Thing> parts{rig.source, rig.storage};
            parts.indexes = {
                {"bad", [](const ObjectId &, const Thing &) -> std::vector<std::string> {
                     throw std::runtime_error("no key");
                 }}};
            return parts;
        });
        QCOMPARE(listOf(*cache), "a complete");
        Watching watching(*cache);
        QVERIFY(eventually([&] { return watching.told.has("ready"); }));
        rig.put("b", {"red", "hall"});
        QVERIFY(eventually([&] {
            return watching.told.has("error: cache things: the index of 'b' fails: no key");
        }));
        QVERIFY(eventually([&] { return cache->has("b"); }));
    }
};

QONTROLLER_TEST(CacheSourceTest)
#include "tst_cachesource.moc"
