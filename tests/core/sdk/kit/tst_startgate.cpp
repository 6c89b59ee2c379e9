// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/sdk/kit/startgate.h"
#include "kitrig.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// A controller of things that also reads nodes, whose source is in the test's hand.
struct GateRig : KitRig
{
    GateRig()
    {
        putSilently("a", {"red", "hall"}, 1);
        nodes->onList([this](ListSink &sink, const std::stop_token &stop) {
            return late.wait(stop) ? nodes->giveWorld(sink) : ListResult::partial("stopped");
        });
    }
    [[nodiscard]] std::shared_ptr<SharedCache<Thing>> openNodes()
    {
        return *caches.open<Thing>("nodes", [this] {
            CacheParts<Thing> parts{nodes, storage};
            parts.options.clock = sharedClock();
            return parts;
        });
    }
    void start()
    {
        const auto things = open();
        add(std::make_shared<StartGate>(things, StartGate::Needed{things, openNodes()}),
            reconciler(things));
    }

    std::shared_ptr<ScriptedSource> nodes = std::make_shared<ScriptedSource>();
    Latch &late = latch();
};

} // namespace

/// No run before all caches that a controller reads are complete.
class StartGateTest : public QObject
{
    Q_OBJECT

private slots:
    void theHandlerWaitsForEveryCache()
    {
        GateRig rig;
        rig.start();
        QVERIFY(
            eventually([&] { return rig.source->listsEnded() == 1 && rig.late.waiting() == 1; }));
        rig.requeue("a"); // not even by hand
        QVERIFY(rig.status().state == ControllerState::Starting);
        QCOMPARE(rig.log(), "");
        rig.late.open();
        QVERIFY(rig.logs("+a=red"));
        rig.end();
    }

    void afterTwoMinutesTheMissingOneIsNamed()
    {
        GateRig rig;
        rig.start();
        QVERIFY(
            eventually([&] { return rig.source->listsEnded() == 1 && rig.late.waiting() == 1; }));
        QVERIFY(rig.passUntil([&] {
            return rig.listError() == "the cache 'nodes' has had no complete list for 2m";
        }));
        QCOMPARE(rig.log(), "");
        rig.late.open();
        QVERIFY(rig.passUntil([&] { return !rig.log().empty(); })); // and it goes on by itself
        QVERIFY(rig.log().starts_with("+a=red"));
        rig.end();
    }

    void s8_whatIsWrongWithItIsSaid()
    {
        GateRig rig;
        rig.nodes->onList([](auto &&...) { return ListResult::partial("one host is away"); });
        rig.start();
        QVERIFY(rig.passUntil([&] {
            return rig.listError()
                   == "the cache 'nodes' has had no complete list for 2m: one host is away";
        }));
        QCOMPARE(rig.log(), "");
        rig.end();
    }

    void s8_anObjectThatCannotBeReadIsSaidAndStopsNothingForEver()
    {
        GateRig rig;
        rig.nodes->put("n1");
        rig.nodes->put("n2");
        rig.storage->onGet([](const Attempt &attempt) -> std::optional<Fetched<Thing>> {
            if (attempt.id == "a")
                return std::nullopt;
            return Fetched<Thing>::failed("no permission");
        });
        rig.late.open();
        rig.start();
        QVERIFY(rig.passUntil([&] { return !rig.log().empty(); }));
        QVERIFY(rig.log().starts_with("+a=red")); // and once more if time ran ahead to a resync
        QVERIFY(rig.status().state == ControllerState::Running);
        QVERIFY(rig.status().lists.last == ListEnd::Partial);
        const std::string why = rig.status().lists.why;
        QVERIFY2(why.starts_with("the cache 'nodes' has had no complete list for 2m: 'n"),
                 why.c_str());
        QVERIFY2(why.ends_with("could not be read: no permission (and 1 more)"), why.c_str());
        rig.end();
    }

    void itEndsWhenTheControllerIsStopped()
    {
        GateRig rig;
        rig.start();
        QVERIFY(eventually([&] { return rig.late.waiting() == 1; }));
        rig.end(); // would wait for two minutes that do not pass
    }
};

QONTROLLER_TEST(StartGateTest)
#include "tst_startgate.moc"
