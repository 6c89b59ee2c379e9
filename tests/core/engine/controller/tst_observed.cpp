// SPDX-License-Identifier: LGPL-3.0-or-later
#include "enginerig.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// An object whose storage counts what was asked for.
struct CountingRig : EngineRig
{
    CountingRig()
    {
        probe->onGet([this](const Attempt &attempt) {
            return Probe::object(attempt.id).withGeneration(generation);
        });
        source->put("a");
    }
    /// Another one is asked for; the handler says \a outcome to it.
    void ask(std::uint64_t next, Outcome outcome)
    {
        probe->onAdd([outcome](const Attempt &) { return outcome; });
        generation = next;
        source->modified("a");
    }
    /// "asked/observed".
    [[nodiscard]] bool shows(const std::string &wanted)
    {
        return eventually([&] {
            const ItemRow now = row("a");
            return std::to_string(now.generation) + '/' + std::to_string(now.observedGeneration)
                   == wanted;
        });
    }

    std::atomic<std::uint64_t> generation = 3;
};

} // namespace

/// How far an object is behind what is asked of it.
class ObservedTest : public QObject
{
    Q_OBJECT

private slots:
    void workersAndGaugesAreOfOneMoment()
    {
        EngineRig rig;
        rig.options.workers = 4;
        rig.source->putMany(20'000);
        rig.start();
        bool isDone = false;
        while (!isDone) {
            const ControllerDelta seen = rig.pull();
            const auto busy = std::ranges::count_if(seen.workers, [](const WorkerRow &row) {
                return !row.id.empty();
            });
            QCOMPARE(std::uint64_t(busy), std::uint64_t(seen.gauges.running));
            isDone = seen.counters.handled >= 20'000;
        }
    }

    void onlyASuccessObserves()
    {
        CountingRig rig;
        QVERIFY(rig.startAndSettle());
        QVERIFY(rig.shows("3/3"));
        rig.ask(5, Outcome::park("no use"));
        QVERIFY(rig.shows("5/3"));
        QCOMPARE(behind(rig.row("a")), std::uint64_t(2));
        rig.ask(6, Outcome::wait("a friend", 1h));
        QVERIFY(rig.shows("6/3"));
        rig.ask(7, Outcome::retry("it broke"));
        QVERIFY(rig.shows("7/3"));
        rig.ask(8, Outcome::requeueAfter(1h));
        QVERIFY(rig.shows("8/8"));
        QCOMPARE(behind(rig.row("a")), std::uint64_t(0));
    }

    void anObjectThatComesBackBeginsAnew()
    {
        CountingRig rig;
        QVERIFY(rig.startAndSettle());
        rig.source->deleted("a");
        QVERIFY(eventually([&] { return rig.counters().removed == 1; }));
        rig.probe->onAdd([](const Attempt &) { return Outcome::park("no use"); });
        rig.generation = 1;
        rig.source->created("a");
        QVERIFY(rig.shows("1/0"));
    }

    void aStorageThatDoesNotCountIsNotBehind()
    {
        SettledRig rig{"a"};
        QCOMPARE(rig.row("a").generation, std::uint64_t(0));
        QCOMPARE(rig.row("a").observedGeneration, std::uint64_t(0));
    }
};

QONTROLLER_TEST(ObservedTest)
#include "tst_observed.moc"
