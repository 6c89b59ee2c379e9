// SPDX-License-Identifier: LGPL-3.0-or-later
// The simulator's parts, in an engine whose clock is in the test's hand.
#include "enginerig.h"
#include "testprogram.h"

#include "app/plugins/simulator/objectnames.h"
#include "app/plugins/simulator/simulatorparts.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::simulator;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

using Share = double Shares::*;

/// A controller of a simulated world.
class SimulatedRig : public EngineRig
{
public:
    SimulatedRig()
    {
        world.objects = 20;
        world.changesPerSecond = 0;
        world.faults.errors = {"it broke"};
    }
    void start()
    {
        simulation = std::make_shared<Simulation>(world, clock);
        const auto added = host.add(
            {"servers", "simulator", makeSimulatorParts(simulation), options});
        id = added.value();
    }
    [[nodiscard]] bool startAndSettle()
    {
        start();
        return settles();
    }
    [[nodiscard]] bool converges()
    {
        return eventually([&] { return simulation->differences() == 0; });
    }

    SimulatorOptions world;
    std::shared_ptr<Simulation> simulation;
};

} // namespace

class SimulationTest final : public QObject
{
    Q_OBJECT

private slots:
    void bringsEveryObjectUpToDate()
    {
        SimulatedRig rig;
        QVERIFY(rig.startAndSettle());
        QCOMPARE(rig.gauges().known, 20U);
        QCOMPARE(rig.counters().added, 20U);
        QCOMPARE(rig.simulation->differences(), std::size_t{0});
    }

    void changesAsOftenAsTold()
    {
        SimulatedRig rig;
        rig.world.changesPerSecond = 50;
        rig.world.deletions = 0;
        QVERIFY(rig.startAndSettle());
        for (int i = 0; i < 100; ++i) {
            const auto goal = rig.counters().watchEvents + 1;
            rig.pass(20ms);
            QVERIFY(eventually([&] { return rig.counters().watchEvents == goal; }));
        }
        rig.pass(1s); // late: made up for
        QVERIFY(eventually([&] { return rig.counters().watchEvents == 150; }));
        QVERIFY(rig.converges());
    }

    void removesAndCreates()
    {
        SimulatedRig rig;
        rig.world.changesPerSecond = 100;
        rig.world.changes = 500;
        rig.world.deletions = 0.3;
        QVERIFY(rig.startAndSettle());
        for (std::uint64_t events = 10; events <= 500; events += 10) {
            rig.pass(100ms);
            QVERIFY(eventually([&] { return rig.counters().watchEvents == events; }));
            QVERIFY(rig.converges());
        }
        QVERIFY(eventually([&] { return rig.counters().removed > 0; }));
    }

    void takesItsTimeAndShowsHowFarItIs()
    {
        SimulatedRig rig;
        rig.world.objects = 1;
        rig.world.latency = {Latency::Distribution::Fixed, 10s, 0s};
        rig.start();
        QVERIFY(rig.reaches("web-001", ItemState::Running));
        const TimePoint start = rig.clock.now();
        QVERIFY(rig.passUntil([&] { return rig.row("web-001").progressDone == 5; }));
        QVERIFY(rig.clock.now() >= start + 5s); // others may have moved time besides
        QCOMPARE(rig.row("web-001").progressTotal, 10U);
        QVERIFY(rig.simulation->differences() == 1);
        QVERIFY(rig.passUntil([&] { return rig.simulation->differences() == 0; }));
        QVERIFY(rig.clock.now() >= start + 10s);
    }

    void failsAsTold()
    {
        SimulatedRig rig;
        rig.world.faults.errorRate = 1;
        rig.options.maxRetries = 0;
        QVERIFY(rig.startAndSettle());
        QCOMPARE(rig.inState(ItemState::Failed), 20U);
        QCOMPARE(rig.row("web-001").text, "it broke");
    }

    void panicsAsTold()
    {
        SimulatedRig rig;
        rig.world.faults.panicRate = 1;
        rig.options.maxRetries = 0;
        QVERIFY(rig.startAndSettle());
        QCOMPARE(rig.counters().panics, 20U);
        QCOMPARE(rig.row("web-001").text, "it broke");
    }

    void hangsDeafToItsStopToken()
    {
        SimulatedRig rig;
        rig.world.objects = 1;
        rig.world.faults.stuckRate = 1;
        rig.world.faults.stuckFor = 1h;
        rig.options.handlerTimeout = 1s;
        rig.options.maxRetries = 0;
        rig.options.resyncInterval = 24h; // a list would have it tried again
        rig.start();
        QVERIFY(eventually([&] { return rig.clock.isAwaited(rig.clock.now() + 1h); })); // it hangs
        QVERIFY(rig.passUntil([&] { return rig.row("web-001").state == ItemState::Stuck; }));
        QVERIFY(rig.passUntil([&] { return rig.row("web-001").state == ItemState::Failed; }, 2h));
        QCOMPARE(rig.row("web-001").text, "it broke");
    }

    void stopsAtOnceWhateverHangs()
    {
        SimulatedRig rig;
        rig.world.faults.stuckRate = 0.5;
        rig.world.faults.stuckFor = 24h;
        rig.world.latency = {Latency::Distribution::Fixed, 24h, 0s};
        rig.world.changesPerSecond = 1;
        rig.options.workers = 20;
        rig.start();
        QVERIFY(eventually([&] { return rig.inState(ItemState::Running) == 20; }));
        const TimePoint before = rig.clock.now();
        rig.host.stop(1h);
        QVERIFY(rig.clock.now() == before);
    }

    void everyTemperShowsItsState_data()
    {
        QTest::addColumn<Share>("share");
        QTest::addColumn<ItemState>("state");
        QTest::newRow("broken") << &Shares::broken << ItemState::Failed;
        QTest::newRow("parked") << &Shares::parked << ItemState::Parked;
        QTest::newRow("waiting") << &Shares::waiting << ItemState::Waiting;
        QTest::newRow("renewing") << &Shares::renewing << ItemState::InSync;
        QTest::newRow("ignored") << &Shares::ignored << ItemState::Ignored;
        QTest::newRow("contested") << &Shares::contested << ItemState::WaitingForLock;
    }
    void everyTemperShowsItsState()
    {
        QFETCH(Share, share);
        QFETCH(ItemState, state);
        SimulatedRig rig;
        rig.world.shares.*share = 1;
        rig.options.maxRetries = 0;
        rig.start();
        QVERIFY(eventually([&] { return rig.inState(state) == 20; }));
    }

    void looksAgainAtWhatRenews()
    {
        SimulatedRig rig;
        rig.world.objects = 1;
        rig.world.shares.renewing = 1;
        rig.world.lookAgainAfter = 7s;
        rig.start();
        QVERIFY(eventually([&] { return rig.counters().added == 1; }));
        QVERIFY(rig.passToNextRun("web-001"));
        QVERIFY(eventually([&] { return rig.counters().added == 2; }));
    }

    void grantsAContestedLockNowAndThen()
    {
        SimulatedRig rig;
        rig.world.objects = 1;
        rig.world.shares.contested = 1;
        rig.start();
        for (std::uint64_t refused = 1; refused <= 5; ++refused) {
            QVERIFY(eventually([&] { return rig.counters().locksRefused == refused; }));
            QVERIFY(rig.simulation->differences() == 1);
            QVERIFY(rig.passToNextRun("web-001"));
        }
        QVERIFY(rig.converges());
        QCOMPARE(rig.counters().locksRefused, 5U);
    }

    void vanishingObjectsAreHeld()
    {
        SimulatedRig rig;
        rig.world.shares.vanishing = 1;
        QVERIFY(rig.startAndSettle());
        QVERIFY(rig.resync());
        QVERIFY(eventually([&] { return rig.inState(ItemState::Held) == 20; }));
        rig.command(ItemsAction{ItemVerb::Remove});
        QVERIFY(eventually([&] { return rig.counters().removed == 20; }));
        QCOMPARE(rig.simulation->differences(), std::size_t{0});
    }

    void describesWhatShouldBeAndWhatIs()
    {
        SimulatedRig rig;
        const auto simulation = std::make_shared<Simulation>(rig.world);
        const ControllerParts parts = makeSimulatorParts(simulation);
        QCOMPARE(parts.describer->actual("db-003", {}), std::string("absent\n"));
        const std::string desired = parts.describer->desired("db-003", {});
        QVERIFY(desired.starts_with("name: db-003\nrole: db\n"));
        simulation->setActual(2, 1);
        QCOMPARE(parts.describer->actual("db-003", {}), desired);
        QCOMPARE(parts.describer->desired("nobody", {}), std::string("absent\n"));
    }

    void knowsNoForeignIds()
    {
        SimulatedRig rig;
        QVERIFY(rig.startAndSettle());
        rig.command(ItemsAction{ItemVerb::Requeue, {"nobody", "web-001000"}});
        QVERIFY(eventually([&] { return rig.counters().removed == 2; }));
        QCOMPARE(rig.gauges().known, 20U);
    }
};

QONTROLLER_GUILESS_TEST(SimulationTest)
#include "tst_simulation.moc"
