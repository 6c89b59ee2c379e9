// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/observe/items/description.h"

#include "enginerig.h"
#include "testprogram.h"

#include <QtTest/QtTest>

#include <stdexcept>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// Says what it was asked; throws for the id "throws", waits for the end for "waits".
class TestDescriber final : public Describer
{
public:
    std::string desired(const ObjectId &id, std::stop_token stop) override
    {
        if (id == "throws")
            throw std::runtime_error("no such table");
        if (id == "waits")
            return eventually([&] { return stop.stop_requested(); }) ? "ended" : "went on";
        return id + " as it should be\n";
    }
    std::string actual(const ObjectId &id, std::stop_token) override { return id + " as it is\n"; }
};

} // namespace

/// What an operator is shown beyond rows: pauses, holds, descriptions.
class ShownTest final : public QObject
{
    Q_OBJECT

private slots:
    void e21_theEndOfAPauseIsShown()
    {
        SettledRig rig{"a"};
        QVERIFY(rig.pull().pausedUntil == TimePoint{});
        rig.command(ControllerAction{ControllerVerb::Pause, {5min, "lunch"}});
        rig.command(ItemsAction{ItemVerb::Pause, {"a"}, {10min, "night"}});
        QVERIFY(rig.pull().pausedUntil == rig.clock.now() + 5min);
        QVERIFY(rig.row("a").pausedUntil == rig.clock.now() + 10min);
        rig.command(ControllerAction{ControllerVerb::Pause, {{}, "until I resume"}});
        rig.command(ItemsAction{ItemVerb::Pause, {"a"}, {{}, "until I resume"}});
        QVERIFY(rig.pull().pausedUntil == TimePoint{});
        QVERIFY(rig.row("a").pausedUntil == TimePoint{});
    }

    void e9_theListThatCausedAHoldIsTold()
    {
        SettledRig rig(30);
        QVERIFY(rig.pull().held.at == TimePoint{});
        for (int i = 0; i < 12; ++i)
            rig.source->drop("o" + std::to_string(i));
        rig.pass(1s);
        QVERIFY(rig.resync());
        const HeldList held = rig.pull().held;
        QVERIFY(held.at == rig.clock.now());
        QCOMPARE(held.present, std::uint64_t(30));
        QCOMPARE(held.missing, std::uint64_t(12));
        rig.pass(1s);
        QVERIFY(rig.resync());
        QVERIFY(rig.pull().held.at == held.at); // it goes on with the same hold
    }

    void e26_aDescriberIsAsked()
    {
        Described rig;
        QCOMPARE(rig.describe("a").desired, "a as it should be\n");
        QCOMPARE(rig.describe("a").actual, "a as it is\n");
        QCOMPARE(rig.describe("a").problem, "");
        QCOMPARE(rig.describe("throws").problem, "no such table");
        QVERIFY(!rig.host.describe(rig.id.number + 1, "a", {}));
    }

    void e26_aDescriptionEndsEarlyWhenAsked()
    {
        Described rig;
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(rig.host.describe(rig.id, "waits", stop.get_token())->desired, "ended");
        rig.host.stop(Duration::zero());
        QCOMPARE(rig.host.describe(rig.id, "waits", {})->desired, "ended");
    }

    void e26_withoutADescriberThatIsSaid()
    {
        EngineRig rig;
        rig.start();
        QCOMPARE(rig.host.describe(rig.id, "a", {})->problem,
                 "the plugin does not describe its objects");
    }

private:
    struct Described
    {
        Described()
        {
            ControllerSpec spec = scripted.spec();
            spec.parts.describer = std::make_shared<TestDescriber>();
            id = host.add(std::move(spec)).value_or(0);
        }
        Description describe(const ObjectId &object) { return *host.describe(id, object, {}); }

        EngineRig scripted;
        Host host;
        ControllerId id = 0;
    };
};

QONTROLLER_TEST(ShownTest)
#include "tst_shown.moc"
