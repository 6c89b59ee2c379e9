// SPDX-License-Identifier: LGPL-3.0-or-later
// Many objects that change fast: in the end everything is as it should be.
#include "effort.h"
#include "testprogram.h"

#include "app/plugins/simulator/simulatorparts.h"
#include "core/engine/host/host.h"

#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::simulator;
using namespace qontroller::test;
using namespace std::chrono_literals;

class SimulatorLoadTest final : public QObject
{
    Q_OBJECT

private slots:
    void everythingConvergesAfterManyChanges()
    {
        SimulatorOptions world;
        world.objects = static_cast<std::uint32_t>(effort(100'000));
        world.changesPerSecond = effort(10'000);
        world.changes = static_cast<std::uint64_t>(effort(50'000));
        world.faults = {0.005, 0.002, 0, 0s, {"connection to 10.0.7.#:22 timed out"}};
        ControllerOptions options;
        options.workers = 4;
        options.resyncInterval = 2s;
        options.maxRetries = 100;
        options.retryRate = 100'000;
        options.backoffMax = 100ms;

        const auto simulation = std::make_shared<Simulation>(world);
        Host host;
        QVERIFY(host.add({"load", "simulator", makeSimulatorParts(simulation), options}));
        QTRY_COMPARE(host.status().front().counters.watchEvents, world.changes);
        QTRY_VERIFY(simulation->differences() == 0);
        QTRY_VERIFY(host.status().front().isIdle());

        const ControllerStatus status = host.status().front();
        std::size_t living = 0;
        for (const Version version : simulation->list())
            living += version != 0 ? 1 : 0;
        QCOMPARE(status.gauges.known, living);
        QCOMPARE(status.troubled(), 0U);
        QVERIFY(status.counters.errors > 0 && status.counters.panics > 0);
        QVERIFY(status.counters.removed > 0);
    }
};

QONTROLLER_GUILESS_TEST(SimulatorLoadTest)
#include "tst_simulatorload.moc"
