// SPDX-License-Identifier: LGPL-3.0-or-later
#include "enginerig.h"

#include "effort.h"
#include "heldclock.h"
#include "testprogram.h"

#include <future>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

using Change = std::function<void(ControllerSpec &)>;

namespace {

/// A clock that stands still and counts who asks for the time.
class CountingClock final : public HeldClock
{
public:
    TimePoint now() const override { return ++asked, HeldClock::now(); }

    mutable std::atomic<int> asked = 0;
};

} // namespace

/// Many controllers in one host: adding, commands, stopping.
class HostTest : public QObject
{
    Q_OBJECT

private slots:
    void aSpecThatDoesNotHoldIsRefusedWithASentence_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("error");
        const auto row = [](const char *name, Change change, const char *error) {
            QTest::newRow(name) << change << error;
        };
        row(
            "no name", [](auto &spec) { spec.name.clear(); }, "a controller needs a name");
        row(
            "name taken", [](auto &spec) { spec.name = "batman"; },
            "there is a controller named \"batman\" already");
        row(
            "options", [](auto &spec) { spec.options.workers = -1; },
            "controller \"robin\": workers must be from 0 to 10000, not -1");
        row(
            "no source", [](auto &spec) { spec.parts.listerWatcher.reset(); },
            "controller \"robin\": its plugin gave no ListerWatcher");
        row(
            "no handler", [](auto &spec) { spec.parts.reconciler.reset(); },
            "controller \"robin\": its plugin gave no Storage and Handler");
        const auto related = [](bool source) {
            return [source](ControllerSpec &spec) {
                RelatedSource half;
                if (source)
                    half.listerWatcher = std::make_shared<ScriptedSource>();
                else
                    half.owners = makeOwners([](auto &&...) { return std::vector<ObjectId>(); });
                spec.parts.related.push_back(half);
            };
        };
        const char *incomplete = "controller \"robin\": its plugin gave a related source without "
                                 "ListerWatcher or owner relation";
        row("related without owners", related(true), incomplete);
        row("related without source", related(false), incomplete);
    }
    void aSpecThatDoesNotHoldIsRefusedWithASentence()
    {
        QFETCH(Change, change);
        QFETCH(QString, error);
        EngineRig rig;
        QVERIFY(rig.startAndSettle()); // all its threads run
        const auto threads = threadCount();
        ControllerSpec spec = rig.spec("robin");
        change(spec);
        const auto added = rig.host.add(std::move(spec));
        QVERIFY(!added);
        QCOMPARE(QString::fromStdString(added.error()), error);
        QCOMPARE(rig.host.status().size(), std::size_t(1));
        QCOMPARE(threadCount(), threads);
    }

    void nothingIsAddedOnceItStops()
    {
        EngineRig rig;
        Latch &slow = rig.latch();
        rig.probe->onAdd([&slow](const Attempt &attempt) {
            slow.wait(attempt.stop);
            return Outcome::done();
        });
        rig.source->put("a");
        rig.start();
        QVERIFY(eventually([&] { return slow.waiting() == 1; }));
        auto stopping = std::async(std::launch::async, [&] { return rig.host.stop(30s); });
        QVERIFY(eventually([&] { return rig.status().state == ControllerState::Draining; }));
        QCOMPARE(rig.host.add(rig.spec("late")).error(), "the host stops: nothing new is started");
        QVERIFY(FeedReader(rig.host, Reads::Everything).pull().controllers.front().hostStops);
        slow.open();
        QCOMPARE(stopping.get().front().leftCount, 0U);
        QVERIFY(!rig.host.add(rig.spec("later")));
    }

    void allControllersDrainAtOnce()
    {
        // Each drain needs another controller's: one after the other would not end.
        EngineRig rig;
        std::deque<Latch> turns(3);
        std::vector<std::shared_ptr<Probe>> probes;
        for (std::size_t i = 0; i < 3; ++i) {
            EngineRig other;
            other.source->put("a");
            other.probe->onAdd([&turns, i](const Attempt &attempt) {
                turns[i].wait(attempt.stop);
                turns[(i + 2) % 3].open();
                return Outcome::done();
            });
            probes.push_back(other.probe);
            QVERIFY(rig.host.add(other.spec("c" + std::to_string(i))));
        }
        QVERIFY(eventually([&] {
            return std::ranges::all_of(turns,
                                       [](const Latch &turn) { return turn.waiting() == 1; });
        }));
        auto stopping = std::async(std::launch::async, [&] { return rig.host.stop(30s); });
        turns[2].open();
        const auto reports = stopping.get();
        QCOMPARE(reports.size(), std::size_t(3));
        for (const StopReport &report : reports)
            QCOMPARE(report.leftCount, 0U);
    }

    void e24_controllersWhoseCallsNeverReturnAreGivenUpTogether()
    {
        const auto before = threadCount();
        EngineRig rig;
        Latch &never = rig.latch();
        rig.probe->onAdd([&never](const Attempt &) {
            never.wait();
            return Outcome::done();
        });
        rig.source->put("a");
        for (const char *name : {"batman", "robin", "alfred"})
            QVERIFY(rig.host.add(rig.spec(name)));
        QVERIFY(eventually([&] { return never.waiting() == 3; }));
        auto stopping = std::async(std::launch::async, [&] { return rig.host.stop(1s); });
        QVERIFY(eventually([&] { return rig.clock.nextDeadline() == rig.clock.now() + 1s; }));
        rig.pass(1s);
        QVERIFY(eventually([&] { return rig.clock.nextDeadline() == rig.clock.now() + 2s; }));
        rig.pass(2s);
        const auto reports = stopping.get(); // not 2 s for each
        QCOMPARE(reports.size(), std::size_t(3));
        for (const StopReport &report : reports) // its request to stop may be under way, too
            QCOMPARE(std::ranges::count(report.calls, ForeignCall::Add, &RunningCall::call), 1);
        never.open();
        QVERIFY(eventually([&] { return threadCount() == before; }));
    }

    void commandsForUnknownIdsHaveNoEffect()
    {
        SettledRig rig{"a"};
        const auto before = rig.counters();
        const std::vector<Action> actions{ItemsAction{ItemVerb::Pause, {"a"}},
                                          ItemsAction{ItemVerb::Requeue, {"a"}},
                                          ControllerVerb::Pause,
                                          setWorkers(0),
                                          ControllerVerb::Resync,
                                          ControllerVerb::Remove};
        Ticket last = 0;
        for (const Action &action : actions) {
            const Ticket ticket = rig.host.submit({rig.id.number + 77, action});
            QVERIFY(ticket > last);
            last = ticket;
        }
        rig.command(ItemsAction{ItemVerb::Pause, {"nobody"}});
        rig.command(ItemsAction{ItemVerb::Resume, {"nobody"}});
        rig.command(ItemsAction{ItemVerb::Discard, {"nobody"}});
        rig.command(ItemsAction{ItemVerb::Remove, {"nobody", "a"}});
        rig.command(ItemsAction{ItemVerb::Keep, {"nobody", "a"}});
        QVERIFY(rig.settles());
        QCOMPARE(rig.counters().triggers, before.triggers);
        QCOMPARE(rig.gauges().known, 1U);
        QVERIFY(rig.status().state == ControllerState::Running);
        QVERIFY(!rig.host.detail(rig.id, "nobody"));
        QVERIFY(!rig.host.detail(rig.id.number + 77, "a"));
        QVERIFY(rig.host.held(rig.id.number + 77).empty());
        QCOMPARE(rig.host.latencies(rig.id.number + 77).queue.count(), 0U);
    }

    void aCommandForControllerZeroReachesAll()
    {
        SettledRig rig{"a"};
        EngineRig other;
        other.source->put("a");
        QVERIFY(rig.host.add(other.spec("robin")));
        QVERIFY(eventually([&] { return other.probe->adds("a") == 1; }));
        const Ticket ticket = rig.host.submit({0, ItemsAction{ItemVerb::Requeue, {"a"}}});
        QVERIFY(
            eventually([&] { return rig.probe->adds("a") == 2 && other.probe->adds("a") == 2; }));
        rig.host.submit({0, setWorkers(2)});
        for (const ControllerStatus &status : rig.host.status()) {
            QCOMPARE(status.gauges.workers, 2);
            QCOMPARE(status.options.workers, 2);
        }
        int answered = 0;
        QVERIFY(eventually([&] {
            for (const ControllerDelta &delta : rig.reader->pull().controllers) {
                answered += static_cast<int>(
                    std::ranges::count(delta.ticketEnds, ticket, &EventRecord::ticket));
            }
            return answered == 2;
        }));
    }

    void latenciesAreKeptByWhatCameOfIt()
    {
        EngineRig rig;
        rig.options.workers = 1;
        rig.probe->onGet([&rig](const Attempt &attempt) {
            rig.pass(10ms);
            return attempt.id == "unreadable" ? Fetched<std::string>::failed("no")
                                              : Probe::object(attempt.id);
        });
        rig.probe->onAdd([&rig](const Attempt &attempt) {
            rig.pass(20ms);
            return attempt.id == "bad" ? Outcome::park("no use") : Outcome::done();
        });
        rig.source->put("bad");
        rig.source->put("good");
        QVERIFY(rig.startAndSettle());
        rig.source->deleted("good");
        rig.source->created("unreadable");
        QVERIFY(eventually([&] { return rig.counters().handled == 4; }));
        const LatencyBreakdown seen = rig.host.latencies(rig.id);
        QCOMPARE(seen.queue.count(), 4U);
        QCOMPARE(seen.work.count(), 4U);
        QCOMPARE(seen.work.sum(), Duration(70ms));
        QCOMPARE(seen.storageOk.count(), 2U);
        QCOMPARE(seen.storageOk.sum(), Duration(20ms));
        QCOMPARE(seen.storageFailed.count(), 1U);
        QCOMPARE(seen.addOk.sum(), Duration(20ms));
        QCOMPARE(seen.addFailed.sum(), Duration(20ms));
        QCOMPARE(seen.removeOk.count(), 1U);
        QCOMPARE(seen.removeFailed.count(), 0U);
        QCOMPARE(seen.listOk.count(), 1U);
        QCOMPARE(seen.listFailed.count(), 0U);
    }

    void nobodyIsIdleBeforeTheFirstListIsHandled()
    {
        for (int round = 0; round < effort(100); ++round) {
            EngineRig rig;
            rig.source->putMany(500);
            QVERIFY(rig.startAndSettle()); // asks all the time
            QCOMPARE(rig.probe->total().adds, 500);
        }
    }

    // From its first run on, which may come before add() has returned.
    void aHandlerMayCallTheHost()
    {
        for (int round = 0; round < effort(500); ++round) {
            EngineRig rig;
            rig.source->put("a");
            rig.probe->onAdd([&rig](const Attempt &attempt) {
                if (attempt.id == "a")
                    rig.host.submit({0, ItemsAction{ItemVerb::Requeue, {"b"}}});
                static_cast<void>(rig.reader->pull());
                static_cast<void>(rig.host.status());
                return Outcome::done();
            });
            QVERIFY(rig.startAndSettle());
            QVERIFY(eventually([&] { return rig.probe->adds("b") >= 1; }));
        }
    }

    void aHandlerMayRemoveItsControllerFromItsFirstRun()
    {
        for (int round = 0; round < effort(500); ++round) {
            EngineRig rig;
            rig.source->put("a");
            rig.probe->onAdd([&rig](const Attempt &) {
                rig.host.submit({0, ControllerVerb::Remove});
                return Outcome::done();
            });
            rig.start();
            QVERIFY(eventually([&] { return rig.host.status().empty(); }));
        }
    }

    void aStatusIsOfOneMoment()
    {
        EngineRig parts;
        parts.source = std::make_shared<ScriptedSource>(WatchMode::None);
        parts.options.workers = 0;
        CountingClock clock;
        Host host(clock);
        QVERIFY(host.add(parts.spec()));
        QVERIFY(eventually([&] {
            return host.status().front().hasListed
                   && clock.manual.waiting() == 1; // the list thread
        }));
        const int before = clock.asked;
        static_cast<void>(host.status());
        QCOMPARE(clock.asked - before, 1); // the queue was locked once
    }

    void anEmptyHostCanBeAskedAnything()
    {
        ManualClock clock;
        Host host(clock);
        QVERIFY(host.status().empty());
        QVERIFY(FeedReader(host).pull().controllers.empty());
        host.stopNow();
        QVERIFY(host.submit({0, ControllerVerb::Pause}) > 0);
        QVERIFY(host.stop(Duration::max()).empty());
    }
};

QONTROLLER_TEST(HostTest)
#include "tst_host.moc"
