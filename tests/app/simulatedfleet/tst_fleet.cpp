// SPDX-License-Identifier: LGPL-3.0-or-later
// Rolling restarts of a simulated fleet, in a host with a store and a mover.
#include "app/plugins/simulatedfleet/fleetparts.h"
#include "core/engine/host/host.h"
#include "core/members/run/runconsist.h"
#include "eventually.h"

#include <QtTest/QtTest>

#include <memory>

using namespace qontroller;
using namespace qontroller::simulatedfleet;
using namespace qontroller::consist;
using namespace qontroller::test;
using namespace std::chrono_literals;
using Kind = qontroller::consist::Command::Kind;

namespace {

FleetOptions quick()
{
    FleetOptions options;
    options.services = 2;
    options.servers = 3;
    options.restart = 10ms;
    options.drain = 10ms;
    options.longDrain = 10ms;
    options.pause = 10ms;
    return options;
}

class FleetRig
{
public:
    explicit FleetRig(const FleetOptions &options)
        : fleet(std::make_shared<Fleet>(options, SteadyClock::instance()))
    {
        auto store = ConsistStore::open(Store::InMemory, SteadyClock::instance());
        mover =
            std::make_shared<OperationMover>(std::move(*store), SteadyClock::instance(),
                                             OperationMover::Settings{[](auto &&...) {
                                                                          return ProgramAnswer{};
                                                                      },
                                                                      [](const std::string &) {}});
        auto parts = runConsist(makeFleetParts(fleet, "fleet"), mover);
        ControllerOptions engine;
        engine.workers = 2;
        static_cast<void>(host.add({"fleet", "simulated-fleet", std::move(*parts), engine}));
    }

    /// Nothing has traffic that should have none, and no more are missing than may be.
    [[nodiscard]] bool isRight() const
    {
        for (const ObjectId &service : fleet->services()) {
            int missing = 0;
            for (const ObjectId &server : fleet->serversOf(service))
                missing += !fleet->isReady(server);
            if (missing > fleet->options().maxUnavailable)
                return false;
        }
        return true;
    }
    [[nodiscard]] bool areAllInService() const
    {
        const auto employers = mover->employers();
        if (employers.size() != fleet->services().size() || !mover->operations().empty())
            return false;
        return std::all_of(employers.begin(), employers.end(), [&](const auto &one) {
            const auto members = mover->employer(one.name).members;
            return members.size() == std::size_t(fleet->options().servers)
                   && std::all_of(members.begin(), members.end(), [](const auto &member) {
                          return member.state == MemberState::InService;
                      });
        });
    }

    std::shared_ptr<Fleet> fleet;
    std::shared_ptr<OperationMover> mover;
    Host host;
};

} // namespace

class FleetTest : public QObject
{
    Q_OBJECT

private slots:
    void everyServerIsRestartedRoundAfterRound()
    {
        const FleetRig rig(quick());
        bool isRight = true;
        QVERIFY(eventually([&] {
            isRight = isRight && rig.isRight();
            return rig.fleet->round() >= 3;
        }));
        QVERIFY(isRight);
        QCOMPARE(rig.fleet->cutSessions(), 0);
    }

    void sessionsEndBeforeTheRestart()
    {
        FleetOptions options = quick();
        options.pause = 0ms;
        FleetRig rig(options);
        QVERIFY(eventually([&] { return rig.areAllInService(); }));
        QCOMPARE(rig.fleet->sessions("web-01"), 40);
        QVERIFY(rig.fleet->restart("web-01", {}) == WaitEnd::TimeIsUp); // not drained
        QCOMPARE(rig.fleet->cutSessions(), 40);
        QVERIFY(eventually([&] { return rig.areAllInService(); }));
        QVERIFY(rig.mover->submit({"server", "web-01"}, {Kind::Begin, "op", "replace", "ann"}));
        QVERIFY(eventually([&] {
            const auto operations = rig.mover->operations();
            return operations.size() == 1 && operations.front().isAllowed;
        }));
        QCOMPARE(rig.fleet->sessions("web-01"), 0);
        QVERIFY(rig.fleet->restart("web-01", {}) == WaitEnd::TimeIsUp);
        QCOMPARE(rig.fleet->cutSessions(), 40);
    }

    void aSessionThatLastsIsAStuckDrainThatCanBeForced()
    {
        FleetOptions options = quick();
        options.pause = 0ms;
        options.longDrain = 1h;
        options.drainDeadline = 1ms;
        FleetRig rig(options);
        QVERIFY(eventually([&] { return rig.areAllInService(); }));
        const EmployeeKey last("server", "mail-03");
        QVERIFY(rig.mover->submit(last, {Kind::Begin, "op", "restart", "ann"}));
        QVERIFY(eventually([&] {
            const auto operations = rig.mover->operations();
            return operations.size() == 1 && operations.front().waiting.isStuck;
        }));
        QCOMPARE(rig.mover->operations().front().waiting.whom.front().name, "mail (fleet)");
        QVERIFY(rig.mover->submit(last, {Kind::Force, "op", {}, "ann"}));
        QVERIFY(eventually(
            [&] { return rig.mover->operations().empty() && rig.fleet->cutSessions() > 0; }));
    }
};

QTEST_GUILESS_MAIN(FleetTest)
#include "tst_fleet.moc"
