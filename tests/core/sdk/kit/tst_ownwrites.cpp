// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/sdk/kit/ownwrites.h"
#include "kitrig.h"
#include "testprogram.h"

#include <future>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

struct WriteRig : KitRig
{
    explicit WriteRig(VersionOrder order = VersionOrder::Growing)
        : writes(std::make_shared<OwnWrites>(OwnWrites::Options{10s, order}))
    {
        putSilently("a", {"red", "hall"}, 1);
        cache = openAndList();
    }
    ~WriteRig() { cache.reset(); }

    [[nodiscard]] std::string heldText(const ObjectId &id = "a")
    {
        const auto held = hold(id);
        return held ? held->text() : "";
    }
    [[nodiscard]] std::optional<Outcome> hold(const ObjectId &id)
    {
        return writes->hold(
            Attempt{.id = id, .controller = {}, .number = 1, .fence = 0, .stop = {}});
    }

    std::shared_ptr<OwnWrites> writes;
    std::shared_ptr<SharedCache<Thing>> cache;
};

constexpr auto WaitsForA = "the cache 'things' to show what was written to 'a'";

} // namespace

/// Nobody acts on a cache that is older than his own last write.
class OwnWritesTest : public QObject
{
    Q_OBJECT

private slots:
    void anIdWaitsUntilTheCacheHasCaughtUp()
    {
        WriteRig rig;
        QCOMPARE(rig.heldText(), "");
        rig.writes->wrote("a", rig.cache, "a", 3);
        QCOMPARE(rig.heldText(), WaitsForA);
        QCOMPARE(rig.heldText("b"), "");    // others do not wait
        rig.put("a", {"green", "hall"}, 2); // what came before the write
        QVERIFY(eventually([&] { return rig.cache->versionOf("a") == 2; }));
        QCOMPARE(rig.heldText(), WaitsForA);
        rig.put("a", {"blue", "hall"}, 4); // and what came after it
        QVERIFY(eventually([&] { return rig.cache->versionOf("a") == 4; }));
        QCOMPARE(rig.heldText(), "");
        QVERIFY(!rig.writes->isPending("a"));
    }

    void whereVersionsDoNotGrowTheVeryOneCounts()
    {
        WriteRig rig(VersionOrder::Unordered);
        rig.writes->wrote("a", rig.cache, "a", 3);
        rig.put("a", {"blue", "hall"}, 4);
        QVERIFY(eventually([&] { return rig.cache->versionOf("a") == 4; }));
        QCOMPARE(rig.heldText(), WaitsForA);
        rig.put("a", {"blue", "hall"}, 3);
        QVERIFY(eventually([&] { return rig.heldText().empty(); }));
    }

    void s9_aDeletionIsAWriteToo()
    {
        WriteRig rig;
        rig.writes->removed("owner", rig.cache, "a");
        QCOMPARE(rig.heldText("owner"), WaitsForA);
        rig.drop("a");
        QVERIFY(eventually([&] { return rig.heldText("owner").empty(); }));
    }

    void s9_whenTheTimeIsUpTheObjectIsReadLive()
    {
        WriteRig rig;
        rig.writes->wrote("a", rig.cache, "a", 3);
        rig.storage->put("a", {"blue", "hall"}); // no event comes
        QCOMPARE(rig.heldText(), WaitsForA);
        rig.clock.advance(10s);
        QCOMPARE(rig.heldText(), "");
        QCOMPARE(rig.cache->find("a").object->color, "blue");
        QVERIFY(!rig.writes->isPending("a"));
    }

    void whatCannotBeReadThenHasFailed()
    {
        WriteRig rig;
        rig.writes->wrote("a", rig.cache, "a", 3);
        rig.storage->onGet([](const Attempt &) { return Fetched<Thing>::failed("no disk"); });
        rig.clock.advance(10s);
        QCOMPARE(rig.heldText(), "'a' could not be read: no disk");
        QVERIFY(rig.writes->isPending("a"));
    }

    void aCacheThatGoesWithAWriteMayAsk()
    {
        std::vector<std::future<bool>> asked; // outlives the rig
        WriteRig rig;
        bool isAnswered = true;
        const auto asking = [&] { // as an author's source may do at its end
            return std::shared_ptr<const Subscriber>(rig.cache.get(), [&](const Subscriber *) {
                asked.push_back(
                    std::async(std::launch::async, [&] { return rig.writes->isPending("other"); }));
                isAnswered &= asked.back().wait_for(5s) == std::future_status::ready;
            });
        };
        rig.writes->wrote("a", asking(), "a", 3);
        rig.writes->wrote("a", asking(), "a", 4);
        QCOMPARE(asked.size(), std::size_t{1}); // the earlier one does not count any more
        rig.writes->forget("a");
        QCOMPARE(asked.size(), std::size_t{2});
        QVERIFY(isAnswered);
    }

    void s9_aHandlerSeesWhatItHasWritten()
    {
        WriteRig rig;
        rig.onAdd = [&](const Thing &thing, const Attempt &attempt) {
            if (thing.color == "blue")
                return Outcome::done();
            rig.storage->put("a", {"blue", "hall"}); // and the event is late
            rig.writes->wrote(attempt.id, rig.cache, "a", 2);
            return Outcome::requeueAfter({});
        };
        rig.add(rig.cache, OwnWrites::guard(rig.writes, rig.reconciler(rig.cache)));
        int ticks = 0; // a few, until the second run is due, and far from the end of patience
        QVERIFY(eventually([&] {
            if (!rig.log().empty() && ++ticks < 100)
                rig.clock.advance(1ms);
            return rig.row("a").text == WaitsForA;
        }));
        QCOMPARE(rig.log(), "+a=red"); // and not once more
        rig.source->modified("a", 2);
        QVERIFY(rig.logs("+a=red +a=blue"));
        rig.end();
    }
};

QONTROLLER_TEST(OwnWritesTest)
#include "tst_ownwrites.moc"
