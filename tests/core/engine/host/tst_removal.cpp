// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/host/lastwords.h"
#include "core/engine/observe/items/description.h"

#include "heldhandlers.h"
#include "nothreads.h"
#include "testprogram.h"

#include <algorithm>
#include <future>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

struct SlowRig : HeldHandlers
{
    SlowRig() { source->putMany(3); }
    [[nodiscard]] bool isBusy() { return HeldHandlers::isBusy(3); }
    [[nodiscard]] bool isGone()
    {
        return eventually([this] { return host.status().empty(); });
    }
};

/// An empty source that says which thread ends it.
std::shared_ptr<ListerWatcher> endingSource(std::shared_ptr<std::promise<std::thread::id>> ended)
{
    return {new ScriptedSource, [ended = std::move(ended)](ScriptedSource *source) {
                delete source;
                ended->set_value(std::this_thread::get_id());
            }};
}

} // namespace

/// Controllers that leave a running host.
class RemovalTest : public QObject
{
    Q_OBJECT

private slots:
    void aRemovedControllerDrainsFirst()
    {
        SlowRig rig;
        rig.start();
        QVERIFY(rig.isBusy());
        QCOMPARE(rig.reader->pull().controllers.size(), std::size_t(1));
        rig.command(ControllerVerb::Remove);
        QVERIFY(eventually([&] { return rig.status().state == ControllerState::Draining; }));
        Delta delta = rig.reader->pull();
        QVERIFY(delta.removed.empty());
        QCOMPARE(delta.controllers.size(), std::size_t(1));
        QVERIFY(delta.controllers.front().state == ControllerState::Draining);
        rig.held.open();
        QVERIFY(rig.isGone());
        delta = rig.reader->pull();
        QCOMPARE(delta.removed, std::vector<ControllerId>{rig.id});
        QCOMPARE(delta.controllers.size(), std::size_t(1));
        QVERIFY(delta.controllers.front().state == ControllerState::Stopped);
        delta = rig.reader->pull();
        QVERIFY(delta.removed.empty() && delta.controllers.empty()); // said once
        QCOMPARE(rig.askedToStop.load(), 0);
        QCOMPARE(rig.probe->total().adds, 3);
    }

    void aRemovalIsNotWaitedForLongerThanItsDeadline()
    {
        SlowRig rig;
        rig.start();
        QVERIFY(rig.isBusy());
        rig.command(ControllerVerb::Remove);
        QVERIFY(eventually([&] { return rig.status().state == ControllerState::Draining; }));
        rig.pass(30s);
        QVERIFY(rig.isGone());
        QCOMPARE(rig.askedToStop.load(), 3);
    }

    void theLastEventsOfAControllerAreSaid()
    {
        SlowRig rig;
        rig.start();
        QVERIFY(rig.isBusy());
        static_cast<void>(rig.reader->pull());
        const Ticket ticket = rig.command(
            ItemsAction{ItemVerb::Requeue, {"a"}}); // it runs: once more, then
        rig.command(ControllerVerb::Remove);
        QVERIFY(eventually([&] { return rig.status().state == ControllerState::Draining; }));
        rig.pass(30s);
        QVERIFY(rig.isGone());
        const Delta delta = rig.reader->pull();
        QCOMPARE(delta.removed, std::vector<ControllerId>{rig.id});
        const auto &ends = delta.controllers.at(0).ticketEnds;
        QVERIFY(std::ranges::find(ends, ticket, &EventRecord::ticket)
                != ends.end()); // whether its last run still began or not
    }

    void aReaderThatIsBehindHearsAllLastEvents()
    {
        constexpr std::size_t Objects = 6000; // more events than one pull brings
        EngineRig rig;
        FeedReader slow(rig.host, Reads::Events);
        rig.source->putMany(Objects);
        rig.probe->onAdd([](const Attempt &) { return Outcome::park("no"); });
        QVERIFY(rig.startAndList());
        QVERIFY(eventually([&] { return rig.inState(ItemState::Parked) == Objects; }));
        rig.command(ControllerVerb::Remove);
        QVERIFY(eventually([&] { return rig.host.status().empty(); }));
        std::vector<EventRecord> events;
        for (Delta delta = slow.pull(); !delta.controllers.empty(); delta = slow.pull()) {
            const ControllerDelta &last = delta.controllers.at(0);
            QVERIFY(last.state == ControllerState::Stopped);
            QVERIFY(last.events.size() <= DeltaEventLimit);
            events.insert(events.end(), last.events.begin(), last.events.end());
            QCOMPARE(delta.removed.empty(), last.rowsPending > 0);
        }
        QCOMPARE(std::ranges::count(events, EventRecord::Kind::Parked, &EventRecord::kind),
                 std::ptrdiff_t(Objects));
        QVERIFY(!events.empty() && events.back().kind == EventRecord::Kind::Stopped);
    }

    void aReaderThatNeverPullsIsTold()
    {
        EngineRig rig;
        FeedReader never(rig.host);
        constexpr std::size_t Many = LastWords::MostControllers + 10;
        for (std::size_t i = 0; i < Many; ++i) {
            const auto id = rig.host.add(rig.spec());
            QVERIFY(id);
            if (i == 0)
                QCOMPARE(never.pull().controllers.size(), 1U);
            rig.host.submit({*id, ControllerVerb::Remove});
            QVERIFY(eventually([&] { return rig.host.status().empty(); }));
        }
        const Delta delta = never.pull();
        QCOMPARE(delta.controllers.size(), LastWords::MostControllers);
        QCOMPARE(delta.removed.size(), LastWords::MostControllers + 1);
        QVERIFY(std::ranges::count(delta.removed, ControllerId(1)) == 1); // it knew of that one
    }

    void aDrainIsEndedOnRequest()
    {
        SlowRig rig;
        rig.start();
        QVERIFY(rig.isBusy());
        rig.command(ControllerVerb::EndDrain); // nothing drains: it means nothing, also later
        rig.command(ControllerVerb::Remove);
        QVERIFY(eventually([&] { return rig.status().state == ControllerState::Draining; }));
        QCOMPARE(rig.askedToStop.load(), 0);
        rig.command(ControllerVerb::EndDrain);
        QVERIFY(rig.isGone());
        QCOMPARE(rig.askedToStop.load(), 3);
    }

    void aRemovalGivenTwiceIsOne()
    {
        SlowRig rig;
        rig.start();
        QVERIFY(rig.isBusy());
        rig.command(ControllerVerb::Remove);
        rig.command(ControllerVerb::Remove);
        rig.host.submit({0, ControllerVerb::Remove});
        rig.held.open();
        QVERIFY(rig.isGone());
        rig.command(ControllerVerb::Remove);
        QCOMPARE(rig.reader->pull().removed, std::vector<ControllerId>{rig.id});
    }

    void aPauseThatReachesItWhileItEndsIsTold()
    {
        constexpr int Many = 20'000;
        SettledRig rig(Many);
        std::promise<void> isUnderWay;
        auto paused = std::async(std::launch::async, [&] {
            Ids reached;
            for (int i = Many - 1; i >= 0; --i) {
                const ObjectId id = "o" + std::to_string(i);
                rig.command(ItemsAction{ItemVerb::Pause, {id}});
                const auto rows = rig.host.rows(rig.id, Ids{id});
                if (rows.empty() || !rows.front().paused)
                    break;
                reached.push_back(id);
                if (reached.size() == 100)
                    isUnderWay.set_value();
            }
            return reached;
        });
        isUnderWay.get_future().wait();
        const auto known = rig.host.replace(rig.id, {});
        const Ids reached = paused.get();
        QVERIFY(eventually([&] { return rig.host.leaving().empty(); }));
        struct Paused final : KnownSink
        {
            void add(KnownItem item) override
            {
                if (item.paused)
                    ids.insert(item.id);
            }
            void pause(const KnownPause &) override {}
            void goOn(const KnownWave &) override {}
            std::set<ObjectId> ids;
        };
        Paused told;
        known->read(told);
        for (const ObjectId &each : reached)
            QVERIFY2(told.ids.contains(each), each.c_str());
    }

    void e9_whoTakesItsPlaceKnowsHowManyWent()
    {
        SettledRig rig(30);
        rig.probe->onGet([&rig](const Attempt &attempt) {
            return rig.source->isGone(attempt.id) ? Fetched<std::string>::gone()
                                                  : Probe::object(attempt.id);
        });
        for (const char *id : {"o3", "o4"})
            rig.source->drop(id);
        QVERIFY(rig.resync());
        QVERIFY(eventually([&] { return rig.gauges().known == 28; }));
        const auto known = rig.host.replace(rig.id, {});
        QVERIFY(eventually([&] { return rig.host.leaving().empty(); }));
        struct Counted final : KnownSink
        {
            void add(KnownItem) override {}
            void pause(const KnownPause &) override {}
            void goOn(const KnownWave &told) override { wave = told; }
            KnownWave wave;
        };
        Counted told;
        known->read(told);
        QCOMPARE(told.wave.known, 30U);
        QCOMPARE(told.wave.gone, 2U);
        QVERIFY(told.wave.last == rig.clock.wallNow());
        known->becomeOfOthers();
        known->read(told);
        QVERIFY(told.wave == KnownWave());
    }

    void e25_partsThatEndSlowlyDoNotHoldUpTheHost()
    {
        EngineRig rig;
        Latch &slow = rig.latch();
        struct Parts : ScriptedSource
        {
            explicit Parts(Latch &latch)
                : end(latch)
            {}
            ~Parts() override { end.wait(); }
            Latch &end;
        };
        rig.start();
        ControllerSpec spec = rig.spec("robin");
        spec.parts.listerWatcher = std::make_shared<Parts>(slow);
        const auto added = rig.host.add(std::move(spec));
        QVERIFY(added);
        rig.host.submit({*added, ControllerVerb::Remove});
        QVERIFY(eventually([&] { return rig.host.status().size() == 1; }));
        auto removing = std::async(std::launch::async, [&] {
            return rig.command(ControllerVerb::Remove); // and tidies up after the other
        });
        auto gone = std::async(std::launch::async, [&] {
            return eventually([&] { return slow.waiting() == 1; })
                   && !rig.reader->pull().controllers.empty();
        });
        QVERIFY(eventually([&] { return gone.wait_for(0s) == std::future_status::ready; }));
        slow.open();
        QVERIFY(gone.get());
        static_cast<void>(removing.get());
    }

    // What they have started may need longer for its end than calls are waited for.
    void partsThatEndCanBeWaitedFor()
    {
        EngineRig rig;
        Latch &slow = rig.latch();
        struct Parts : ScriptedSource
        {
            explicit Parts(Latch &latch, std::atomic<bool> &over)
                : end(latch)
                , isOver(over)
            {}
            ~Parts() override
            {
                end.wait();
                isOver = true;
            }
            Latch &end;
            std::atomic<bool> &isOver;
        };
        std::atomic<bool> isOver = false;
        ControllerSpec spec = rig.spec("robin");
        spec.parts.listerWatcher = std::make_shared<Parts>(slow, isOver);
        const auto added = rig.host.add(std::move(spec));
        QVERIFY(added);
        rig.host.submit({*added, ControllerVerb::Remove});
        QVERIFY(eventually([&] { return slow.waiting() == 1; }));
        auto stopping = std::async(std::launch::async, [&] {
            static_cast<void>(rig.host.stop(0s));
            rig.host.awaitRemoved();
            return isOver.load();
        });
        QVERIFY(eventually([&] { return rig.clock.nextDeadline() == rig.clock.now() + 2s; }));
        rig.pass(2s);
        QVERIFY(eventually([&] { return rig.clock.isAwaited(TimePoint::max()); }));
        QCOMPARE(rig.host.leaving(), std::vector<std::string>{"robin"});
        slow.open();
        QVERIFY(stopping.get());
        QVERIFY(rig.host.leaving().empty());
    }

    void aNameIsFreeOnceItsControllerIsGone()
    {
        SlowRig rig;
        rig.start();
        QVERIFY(rig.isBusy());
        rig.command(ControllerVerb::Remove);
        QVERIFY(!rig.host.add(rig.spec()));
        rig.held.open();
        QVERIFY(rig.isGone());
        const ControllerId old = rig.id;
        rig.start();
        QVERIFY(rig.id != old);
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->total().adds, 6);
    }

    void e24_aStopEndsWithTheRemovalThatDrains_data()
    {
        QTest::addColumn<QString>("end");
        for (const char *end : {"its deadline", "all is done", "a second word"})
            QTest::newRow(end) << end;
    }
    void e24_aStopEndsWithTheRemovalThatDrains()
    {
        QFETCH(QString, end);
        const auto before = threadCount();
        {
            SlowRig rig;
            rig.start();
            QVERIFY(rig.isBusy());
            rig.command(ControllerVerb::Remove);
            QVERIFY(eventually([&] { return rig.status().state == ControllerState::Draining; }));
            const TimePoint deadline = rig.clock.now() + 20s;
            auto stopping = std::async(std::launch::async, [&] { return rig.host.stop(20s); });
            QVERIFY(eventually([&] { return rig.clock.isAwaited(deadline); }));
            QCOMPARE(rig.askedToStop.load(), 0);
            if (end == "its deadline")
                rig.pass(20s);
            else if (end == "all is done")
                rig.held.open();
            else
                rig.host.stopNow();
            const auto reports = stopping.get();
            QCOMPARE(rig.askedToStop.load(), end == "all is done" ? 0 : 3);
            QCOMPARE(reports.size(), std::size_t(1));
            QCOMPARE(reports.front().name, "batman");
            QCOMPARE(reports.front().leftCount, 0U); // asked to stop, they were done all the same
        }
        QVERIFY(eventually([&] { return threadCount() <= before; }));
    }

    void theCallsOfARemovalThatDoNotReturnAreReported()
    {
        EngineRig rig;
        Latch &never = rig.latch();
        rig.source->put("a");
        rig.probe->onAdd([&](const Attempt &) {
            never.wait();
            return Outcome::done();
        });
        const auto before = threadCount();
        rig.start();
        QVERIFY(eventually([&] { return never.waiting() == 1; }));
        rig.command(ControllerVerb::Remove);
        QVERIFY(rig.passUntil([&] { return rig.host.status().empty(); }, 40s));
        auto stopping = std::async(std::launch::async, [&] { return rig.host.stop(0s); });
        const auto isOver = [&] { return stopping.wait_for(0s) == std::future_status::ready; };
        QVERIFY(rig.passUntil(isOver, 40s));
        const auto reports = stopping.get();
        never.open();
        QVERIFY(eventually([&] { return threadCount() == before; })); // it uses the rig's clock
        QCOMPARE(reports.size(), std::size_t(1));
        // Of its source too, where the clock here was faster than a thread that ends.
        const auto &calls = reports.front().calls;
        QVERIFY(std::ranges::find(calls, "a", &RunningCall::id) != calls.end());
    }

    void whatIsRemovedAlreadyIsNotReported()
    {
        EngineRig rig;
        Latch &end = rig.latch();
        ControllerSpec spec = rig.spec("slow to end");
        spec.parts.listerWatcher = {new ScriptedSource, [&end](ScriptedSource *source) {
                                        end.wait();
                                        delete source;
                                    }};
        const auto id = rig.host.add(std::move(spec));
        QVERIFY(id);
        rig.host.submit({*id, ControllerVerb::Remove});
        QVERIFY(eventually([&] { return end.waiting() == 1 && rig.host.status().empty(); }));
        auto stopping = std::async(std::launch::async, [&] { return rig.host.stop(0s); });
        end.open();
        QVERIFY(stopping.get().empty());
    }

    void withoutAThreadAControllerStaysAndSaysWhy()
    {
        EngineRig rig;
        rig.start();
        QVERIFY(rig.settles());
        Ticket ticket = 0;
        {
            const NoThreads none;
            ticket = rig.command(ControllerVerb::Remove);
        }
        const auto events = rig.reader->pull().controllers.at(0).events;
        QVERIFY(std::ranges::any_of(events, [ticket](const EventRecord &event) {
            return event.ticket == ticket
                   && event.said.text.starts_with("it is not removed, for no thread");
        }));
        QVERIFY(rig.status().state == ControllerState::Running);
        rig.command(ControllerVerb::Remove); // now there are threads
        QVERIFY(eventually([&] { return rig.host.status().empty(); }));
    }

    void theHostStopsWithoutAThread()
    {
        EngineRig rig;
        rig.source->putMany(3);
        rig.start();
        QVERIFY(rig.settles());
        const NoThreads none;
        const auto reports = rig.host.stop(30s);
        QCOMPARE(reports.size(), std::size_t(1));
        QCOMPARE(reports.front().leftCount, 0U);
    }

    void addedAndRemovedTwoHundredTimesLeavesNoThread()
    {
        EngineRig rig;
        rig.source->putMany(3);
        const auto before = threadCount();
        std::vector<ControllerId> removed;
        for (int round = 0; round < 200; ++round) {
            const auto added = rig.host.add(rig.spec());
            QVERIFY(added);
            rig.host.submit({*added, ControllerVerb::Remove});
            QVERIFY(eventually([&] { return rig.host.status().empty(); }));
            QVERIFY(eventually([&] { return threadCount() <= before; }));
            const auto gone = rig.reader->pull().removed;
            removed.insert(removed.end(), gone.begin(), gone.end());
        }
        QCOMPARE(removed.size(), std::size_t(200));
    }

    void manyAtOnceComeAndGoWhileOneIsPulled()
    {
        EngineRig rig;
        rig.source->putMany(3);
        std::atomic<bool> done = false;
        std::set<ControllerId> removed;
        std::jthread front([&] {
            while (!done) {
                for (const ControllerId id : rig.reader->pull().removed)
                    removed.insert(id);
            }
        });
        {
            std::vector<std::jthread> operators;
            for (int n = 0; n < 3; ++n) {
                operators.emplace_back([&rig, n] {
                    for (int i = 0; i < 20; ++i) {
                        const auto added = rig.host.add(rig.spec(std::to_string(n * 100 + i)));
                        rig.host.submit({added.value(), ControllerVerb::Remove});
                    }
                });
            }
        }
        QVERIFY(eventually([&] { return rig.host.status().empty(); }));
        done = true;
        front.join();
        for (const ControllerId id : rig.reader->pull().removed)
            removed.insert(id);
        QCOMPARE(removed.size(), std::size_t(60));
    }

    void e25_aRemovedControllerEndsByItselfOnAThreadOfItsOwn()
    {
        EngineRig rig;
        rig.start();
        const auto ended = std::make_shared<std::promise<std::thread::id>>();
        auto end = ended->get_future();
        ControllerSpec spec = rig.spec("robin");
        spec.parts.listerWatcher = endingSource(ended);
        const ControllerId id = rig.host.add(std::move(spec)).value();
        rig.host.submit({id, ControllerVerb::Remove});
        QVERIFY(end.wait_for(10s)
                == std::future_status::ready); // nobody asks the host for anything
        QVERIFY(end.get() != std::this_thread::get_id());
    }

    void e25_whoLooksAtAControllerLastDoesNotEndItsParts()
    {
        EngineRig rig;
        Latch &slow = rig.latch();
        const auto ended = std::make_shared<std::promise<std::thread::id>>();
        auto end = ended->get_future();
        rig.start();
        ControllerSpec spec = rig.spec("robin");
        spec.parts.listerWatcher = endingSource(ended);
        spec.parts.describer = makeDescriber(
            [&](auto &&...) {
                slow.wait();
                return std::string();
            },
            [](auto &&...) { return std::string(); });
        const ControllerId id = rig.host.add(std::move(spec)).value();
        std::thread::id looker;
        std::jthread looks([&] {
            looker = std::this_thread::get_id();
            static_cast<void>(rig.host.describe(id, "a", {}));
        });
        QVERIFY(eventually([&] { return slow.waiting() == 1; }));
        rig.host.submit({id, ControllerVerb::Remove});
        QVERIFY(rig.passUntil([&] { return rig.host.status().size() == 1; }, 3s));
        QVERIFY(end.wait_for(0s) != std::future_status::ready);
        slow.open();
        QVERIFY(end.wait_for(10s) == std::future_status::ready);
        looks.join();
        QVERIFY(end.get() != looker);
    }

    void e25_partsThatTakeLongToEndHoldUpNobody()
    {
        const auto before = threadCount();
        EngineRig rig;
        Latch &end = rig.latch();
        rig.start();
        ControllerSpec spec = rig.spec("robin");
        spec.parts.listerWatcher = {new ScriptedSource, [&end](ScriptedSource *source) {
                                        end.wait();
                                        delete source;
                                    }};
        const ControllerId robin = rig.host.add(std::move(spec)).value();
        rig.host.submit({robin, ControllerVerb::Remove});
        QVERIFY(eventually([&] { return end.waiting() == 1; }));
        QCOMPARE(rig.host.status().size(), std::size_t(1));
        rig.host.submit({robin, ControllerVerb::Remove});
        QVERIFY(rig.host.add(rig.spec("robin"))); // its name is free
        rig.command(ControllerVerb::Remove);
        QVERIFY(eventually([&] { return rig.host.status().size() == 1; }));
        auto stopping = std::async(std::launch::async, [&] { return rig.host.stop(0s); });
        QVERIFY(eventually([&] { return rig.clock.nextDeadline() == rig.clock.now() + 2s; }));
        rig.pass(2s);
        QCOMPARE(stopping.get().front().name, "robin");
        QCOMPARE(end.waiting(), 1);
        end.open();
        QVERIFY(eventually([&] { return threadCount() <= before; }));
    }

    void e25_aControllerWhoseHandlerNeverReturnsCanBeRemoved()
    {
        const auto before = threadCount();
        {
            EngineRig rig;
            Latch &never = rig.latch();
            rig.source->put("a");
            rig.probe->onAdd([&](const Attempt &) {
                never.wait();
                return Outcome::done();
            });
            rig.start();
            QVERIFY(eventually([&] { return never.waiting() == 1; }));
            rig.command(ControllerVerb::Remove);
            QVERIFY(rig.passUntil([&] { return rig.host.status().empty(); }, 40s));
            QCOMPARE(rig.reader->pull().removed.size(), std::size_t(1));
            never.open();
            QVERIFY(eventually([&] { return threadCount() <= before; }));
        }
    }

    void withoutAThreadNothingIsAddedAndItsNameIsFree()
    {
        EngineRig rig;
        {
            const NoThreads none;
            const auto added = rig.host.add(rig.spec());
            QVERIFY(!added);
            QVERIFY(added.error().starts_with("controller \"batman\" cannot start its threads: "));
        }
        QCOMPARE(rig.source->listsBegun(), 0);
        rig.start();
        QVERIFY(rig.settles());
    }
};

QONTROLLER_TEST(RemovalTest)
#include "tst_removal.moc"
