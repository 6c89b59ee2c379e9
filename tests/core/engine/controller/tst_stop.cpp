// SPDX-License-Identifier: LGPL-3.0-or-later
#include "heldhandlers.h"
#include "lockedrig.h"
#include "testprogram.h"

#include <future>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// A handler that waits for the latch, or until it is asked to stop.
struct SlowRig : HeldHandlers
{
    explicit SlowRig(int workers = 2)
        : HeldHandlers(workers, Outcome::retry("asked to stop"))
    {}
    [[nodiscard]] std::future<std::vector<StopReport>> stop(Duration deadline)
    {
        return std::async(std::launch::async, [this, deadline] { return host.stop(deadline); });
    }
    [[nodiscard]] bool drains()
    {
        return eventually([this] { return status().state == ControllerState::Draining; });
    }
};

} // namespace

/// E24: how a controller ends.
class StopTest : public QObject
{
    Q_OBJECT

private slots:
    void e24_whatIsQueuedAndRunningIsDone()
    {
        SlowRig rig;
        rig.source->putMany(20);
        rig.start();
        QVERIFY(rig.isBusy(2));
        auto stopping = rig.stop(30s);
        QVERIFY(rig.drains());
        rig.held.open();
        const auto reports = stopping.get();
        QCOMPARE(reports.size(), std::size_t(1));
        QCOMPARE(reports.front().name, "batman");
        QCOMPARE(reports.front().leftCount, 0U);
        QVERIFY(reports.front().left.empty());
        QCOMPARE(rig.probe->total().adds, 20);
        QCOMPARE(rig.askedToStop.load(), 0);
        QVERIFY(rig.status().state == ControllerState::Stopped);
        QCOMPARE(rig.awaitEvent(EventRecord::Kind::Stopped), "0 objects left");
    }

    void e24_anAttemptThatIsAskedToStopCallsNothingMore_data()
    {
        QTest::addColumn<bool>("isLockHanging");
        QTest::addColumn<bool>("isRemoval");
        QTest::newRow("locker") << true << false;
        QTest::newRow("storage") << false << false;
        QTest::newRow("storage, and it is gone") << false << true;
    }
    void e24_anAttemptThatIsAskedToStopCallsNothingMore()
    {
        QFETCH(bool, isLockHanging);
        QFETCH(bool, isRemoval);
        const auto before = threadCount();
        LockedRig rig;
        Latch &deaf = rig.latch();
        std::atomic<int> released = 0;
        rig.testLocker->setAnswer([&] {
            if (isLockHanging)
                deaf.wait();
            return granted({.released = &released});
        });
        rig.probe->onGet([&](const Attempt &attempt) {
            if (!isLockHanging)
                deaf.wait();
            return isRemoval ? Fetched<std::string>::gone() : Probe::object(attempt.id);
        });
        rig.start();
        QVERIFY(eventually([&] { return deaf.waiting() == 1; }));
        auto stopping = std::async(std::launch::async, [&] { return rig.host.stop(0s); });
        QVERIFY(eventually([&] { return rig.status().state == ControllerState::Draining; }));
        QVERIFY(rig.passUntil(
            [&] { return stopping.wait_for(0s) == std::future_status::ready; }, 10s));
        QCOMPARE(stopping.get().front().leftCount, 1U);
        deaf.open();
        QVERIFY(eventually([&] { return released == 1; }));
        QVERIFY(eventually([&] { return threadCount() == before; })); // it uses the rig until then
        QCOMPARE(rig.probe->total().adds, 0);
        QCOMPARE(rig.probe->total().removes, 0);
        QCOMPARE(rig.probe->total().gets, isLockHanging ? 0 : 1);
    }

    void e24_nothingNewIsTakenWhileItDrains()
    {
        SlowRig rig;
        rig.source->putMany(2);
        rig.start();
        QVERIFY(rig.isBusy(2));
        auto stopping = rig.stop(30s);
        QVERIFY(rig.drains());
        rig.command(ItemsAction{ItemVerb::Requeue, {"o0", "new"}});
        rig.command(ControllerVerb::Resync);
        rig.held.open();
        QCOMPARE(stopping.get().front().leftCount, 0U);
        QCOMPARE(rig.probe->total().adds, 2);
        QVERIFY(eventually([&] { return !rig.source->watchStands(); }));
    }

    void e24_atTheDeadlineAttemptsAreAskedToStopAndTheRestIsReported()
    {
        SlowRig rig;
        rig.source->putMany(5);
        rig.start();
        QVERIFY(rig.isBusy(2));
        auto stopping = rig.stop(30s);
        QVERIFY(rig.drains());
        rig.pass(29s);
        QCOMPARE(rig.askedToStop.load(), 0);
        QVERIFY(stopping.wait_for(0s) != std::future_status::ready);
        rig.pass(1s);
        const StopReport report = stopping.get().front();
        QCOMPARE(rig.askedToStop.load(), 2);
        QCOMPARE(report.leftCount, 5U);
        const std::set<ObjectId> left(report.left.begin(), report.left.end());
        const std::set<ObjectId> wanted{"o0", "o1", "o2", "o3", "o4"};
        QVERIFY(left == wanted);
        QCOMPARE(rig.probe->total().adds, 2); // no new one started
    }

    void e24_anEndlessDeadlineWaitsForEverything()
    {
        SlowRig rig;
        rig.source->putMany(5);
        rig.start();
        QVERIFY(rig.isBusy(2));
        auto stopping = rig.stop(Duration::max());
        QVERIFY(rig.drains());
        rig.pass(1h);
        QCOMPARE(rig.askedToStop.load(), 0);
        rig.held.open();
        QCOMPARE(stopping.get().front().leftCount, 0U);
        QCOMPARE(rig.probe->total().adds, 5);
    }

    void e24_stopNowEndsADrain()
    {
        SlowRig rig;
        rig.source->putMany(5);
        rig.start();
        QVERIFY(rig.isBusy(2));
        auto stopping = rig.stop(30s);
        QVERIFY(rig.drains());
        rig.host.stopNow();
        const StopReport report = stopping.get().front();
        QCOMPARE(report.leftCount, 5U);
        QCOMPARE(rig.askedToStop.load(), 2);
    }

    void e24_delayedItemsAreLeftAndReported()
    {
        EngineRig rig;
        rig.probe->onAdd([](const Attempt &attempt) {
            return attempt.id == "fails" ? Outcome::retry("it broke") : Outcome::done();
        });
        rig.source->put("fails");
        rig.source->put("works");
        rig.start();
        QVERIFY(rig.reaches("fails", ItemState::BackOff));
        QVERIFY(eventually([&] { return rig.counters().added == 1; }));
        const StopReport report = rig.host.stop(30s).front();
        QCOMPARE(report.left, std::vector<ObjectId>{"fails"});
        rig.pass(1min);
        QCOMPARE(rig.probe->adds("fails"), 1);
    }

    void e24_whatIsDoneAndLookedAtAgainLaterIsNotLeft()
    {
        EngineRig rig;
        rig.probe->onAdd([](const Attempt &attempt) {
            return attempt.id == "waits" ? Outcome::wait("a disk", 1h) : Outcome::requeueAfter(1h);
        });
        rig.source->put("done");
        rig.source->put("waits");
        rig.start();
        QVERIFY(eventually([&] { return rig.counters().handled == 2; }));
        rig.command(ItemsAction{ItemVerb::Pause, {"done"}, {1h, "nothing to do for it anyway"}});
        rig.command(ItemsAction{ItemVerb::Resume, {"done"}}); // what was planned runs now
        QVERIFY(eventually([&] { return rig.counters().handled == 3; }));
        const StopReport report = rig.host.stop(30s).front();
        QCOMPARE(report.left, std::vector<ObjectId>{"waits"});
        QCOMPARE(report.leftCount, 1U);
    }

    void e24_aPauseThatWillExpireIsNotLeftWork()
    {
        SettledRig rig{"a"};
        rig.command(ItemsAction{ItemVerb::Pause, {"a"}, {1h, "for lunch"}});
        QCOMPARE(rig.host.stop(30s).front().leftCount, 0U);
    }

    void e22_everyTicketEndsWithTheController()
    {
        SlowRig rig(1);
        rig.source->put("runs");
        rig.start();
        QVERIFY(rig.isBusy(1));
        rig.command(ItemsAction{ItemVerb::Requeue, {"runs"}}); // once more after its run
        rig.command(ItemsAction{ItemVerb::Requeue, {"queued"}});
        auto stopping = rig.stop(30s);
        QVERIFY(rig.drains());
        rig.command(ItemsAction{ItemVerb::Requeue, {"late"}});
        rig.pass(30s);
        static_cast<void>(stopping.get());
        rig.command(ItemsAction{ItemVerb::Requeue, {"too late"}});
        std::map<ObjectId, std::string> outcomes;
        for (const EventRecord &event : rig.events(EventRecord::Kind::TicketDone))
            outcomes[event.id] = inWords(event.said);
        const std::string notRun = "not run: the controller stops";
        const std::map<ObjectId, std::string> wanted{{"runs", notRun},
                                                     {"queued", notRun},
                                                     {"late", notRun},
                                                     {"too late", notRun}};
        QVERIFY(outcomes == wanted);
    }

    void e24_withNothingThatWorksThereIsNothingToWaitFor_data()
    {
        QTest::addColumn<bool>("paused");
        QTest::newRow("paused") << true;
        QTest::newRow("no workers") << false;
    }
    void e24_withNothingThatWorksThereIsNothingToWaitFor()
    {
        QFETCH(bool, paused);
        EngineRig rig;
        rig.source->putMany(3);
        rig.options.workers = paused ? 2 : 0;
        rig.start();
        QVERIFY(eventually([&] { return rig.status().hasListed; }));
        if (paused) {
            QVERIFY(rig.settles());
            rig.command(ControllerVerb::Pause);
            rig.source->modified("o0");
            rig.source->modified("o1");
            rig.source->modified("o2");
        }
        const StopReport report = rig.host.stop(30s)
                                      .front(); // time stands still: it returns at once
        QCOMPARE(report.leftCount, 3U);
    }

    void e24_beforeTheFirstListThereIsNothingToWaitFor()
    {
        EngineRig rig;
        Latch &never = rig.latch();
        rig.source->onList([&](ListSink &sink, const std::stop_token &stop) {
            for (int i = 0; i < 3000; ++i)
                sink.add("o" + std::to_string(i));
            never.wait(stop);
            return ListResult::complete();
        });
        rig.start();
        QVERIFY(eventually([&] { return never.waiting() == 1; }));
        QVERIFY(rig.host.stop(30s).front().leftCount > 2000);
        QCOMPARE(rig.probe->total().adds, 0);
    }

    void e24_everyThreadIsJoined()
    {
        const auto before = threadCount();
        {
            SlowRig rig(8);
            rig.options.handlerTimeout = 1s;
            rig.source->putMany(20);
            rig.start();
            QVERIFY(rig.isBusy(8));
            QVERIFY(threadCount() >= before + 11); // workers, list, watch, deadlines
            static_cast<void>(rig.host.stop(Duration::zero()));
            QVERIFY(eventually([&] { return threadCount() == before; }));
            rig.command(setWorkers(5)); // too late
            rig.command(ControllerVerb::Resync);
            QVERIFY(eventually([&] { return threadCount() == before; }));
            QVERIFY(rig.pull().workers.empty());
        }
        QVERIFY(eventually([&] { return threadCount() == before; }));
    }

    void e24_theDestructorStops()
    {
        const auto before = threadCount();
        {
            SlowRig rig(4);
            rig.source->putMany(20);
            rig.start();
            QVERIFY(rig.isBusy(4));
        }
        QVERIFY(eventually([&] { return threadCount() == before; }));
    }

    void e24_aStuckAttemptIsWaitedFor()
    {
        const auto before = threadCount();
        {
            EngineRig rig;
            Latch &stuck = rig.latch();
            Latch &obeys = rig.latch();
            rig.options.handlerTimeout = 1min;
            rig.probe->onAdd([&](const Attempt &attempt) {
                attempt.id == "a" ? stuck.wait() : obeys.wait(attempt.stop);
                return Outcome::done();
            });
            rig.source->put("a");
            rig.start();
            QVERIFY(eventually([&] { return stuck.waiting() == 1; }));
            rig.pass(1min);
            QVERIFY(rig.reaches("a", ItemState::Stuck));
            rig.source->created("b");
            QVERIFY(eventually([&] { return obeys.waiting() == 1; }));
            auto stopping = std::async(std::launch::async, [&] { return rig.host.stop(30s); });
            QVERIFY(eventually([&] { return rig.status().state == ControllerState::Draining; }));
            rig.pass(30s);
            QVERIFY(eventually([&] { return obeys.waiting() == 0; })); // the deadline has come
            QVERIFY(stopping.wait_for(0s) != std::future_status::ready);
            stuck.open();
            QCOMPARE(stopping.get().front().leftCount, 0U); // both say that they are done
        }
        QVERIFY(eventually([&] { return threadCount() == before; }));
    }

    void e24_aSecondStopReturnsAtOnce()
    {
        SettledRig rig;
        QCOMPARE(rig.host.stop(30s).size(), std::size_t(1));
        QVERIFY(rig.host.stop(30s).empty());
        rig.host.stopNow();
    }

    void e24_aStopCallbackThatBlocksKeepsNobodyElseFromBeingAsked()
    {
        EngineRig rig;
        Latch &callbacks = rig.latch();
        Latch &handlers = rig.latch();
        rig.options.workers = 4;
        rig.probe->onAdd([&](const Attempt &attempt) {
            const std::stop_callback asked(attempt.stop, [&] { callbacks.wait(); });
            handlers.wait();
            return Outcome::done();
        });
        rig.source->putMany(4);
        rig.start();
        QVERIFY(eventually([&] { return handlers.waiting() == 4; }));
        auto stopping = std::async(std::launch::async, [&] { return rig.host.stop(0s); });
        QVERIFY(eventually([&] { return callbacks.waiting() == 4; }));
        callbacks.open();
        handlers.open();
        QCOMPARE(stopping.get().front().leftCount, 0U);
    }

    void e24_callsThatNeverReturnAreNamedAndNotWaitedFor()
    {
        const auto before = threadCount();
        EngineRig rig;
        Latch &never = rig.latch();
        rig.options.workers = 2;
        rig.source->put("adds");
        rig.probe->onAdd([&](const Attempt &attempt) {
            if (attempt.id == "adds")
                never.wait();
            return Outcome::done();
        });
        rig.probe->onRemove([&](const Attempt &) {
            never.wait();
            return Outcome::done();
        });
        rig.source->onWatch([&](WatchSink &sink, auto &&, const std::stop_token &stop) {
            WatchEnd end = rig.source->stand(sink, stop);
            never.wait();
            return end;
        });
        rig.start();
        QVERIFY(eventually([&] { return never.waiting() == 1 && rig.source->watchStands(); }));
        rig.pass(1min);
        rig.source->created("removes");
        QVERIFY(eventually([&] { return rig.counters().added == 1; }));
        rig.source->deleted("removes");
        QVERIFY(eventually([&] { return never.waiting() == 2; }));
        rig.source->onList([&](auto &&...) {
            never.wait();
            return ListResult::complete();
        });
        rig.command(ControllerVerb::Resync);
        QVERIFY(eventually([&] { return never.waiting() == 3; }));

        auto stopping = std::async(std::launch::async, [&] { return rig.host.stop(500ms); });
        QVERIFY(eventually([&] { return never.waiting() == 4; })); // the watch was asked
        rig.pass(500ms);
        QVERIFY(eventually([&] { return rig.clock.nextDeadline() == rig.clock.now() + 2s; }));
        QVERIFY(stopping.wait_for(0s) != std::future_status::ready);
        rig.pass(2s);
        const StopReport report = stopping.get().front();
        QCOMPARE(report.leftCount, 2U);
        std::map<std::string, Duration> calls;
        for (const RunningCall &call : report.calls) {
            if (call.call != ForeignCall::StopCallback) // some may just be on their way
                calls[std::string(name(call.call)) + ' ' + call.id] = rig.clock.now() - call.since;
        }
        const std::map<std::string, Duration> wanted{{"add adds", 1min + 2500ms},
                                                     {"list ", 2500ms},
                                                     {"remove removes", 2500ms},
                                                     {"watch ", 1min + 2500ms}};
        QVERIFY(calls == wanted);
        QVERIFY(rig.status().state == ControllerState::Stopped);
        QCOMPARE(rig.pull().workers.size(), std::size_t(2)); // those that are in their calls

        never.open(); // what they come back to is still there
        QVERIFY(eventually([&] { return rig.pull().workers.empty() || threadCount() == before; }));
        QVERIFY(eventually([&] { return threadCount() == before; }));
        QCOMPARE(rig.probe->adds("adds"), 1); // and nothing begins anew
    }

    void e24_aCallMayOutliveItsHost()
    {
        const auto before = threadCount();
        ManualClock clock;
        EngineRig parts; // opens the latch, however the test ends
        Latch &never = parts.latch();
        std::atomic<bool> isGone = false;
        {
            parts.source->put("a");
            parts.source->put("b");
            parts.probe->onAdd([&](const Attempt &attempt) {
                never.wait();
                attempt.progress(1, 2);
                return Outcome::done();
            });
            Host host(clock);
            ControllerSpec spec = parts.spec();
            spec.options.workers = 1;
            const std::shared_ptr<ListerWatcher> source = parts.source;
            spec.parts.listerWatcher = std::shared_ptr<ListerWatcher>(source.get(),
                                                                      [source, &isGone](auto *) {
                                                                          isGone = true;
                                                                      });
            QVERIFY(host.add(std::move(spec)));
            QVERIFY(eventually([&] { return never.waiting() == 1; }));
            auto stopping = std::async(std::launch::async, [&] { return host.stop(0s); });
            QVERIFY(eventually([&] { return clock.nextDeadline() == clock.now() + 2s; }));
            clock.advance(2s);
            const auto calls = stopping.get().front().calls;
            QVERIFY(std::ranges::any_of(calls, [](const RunningCall &call) {
                return call.call == ForeignCall::Add && call.id == "a";
            }));
        }
        QVERIFY(!isGone);
        never.open();
        QVERIFY(eventually([&] { return isGone.load(); })); // with the last of its threads
        QVERIFY(eventually([&] { return threadCount() == before; }));
    }

    void e24_aStopCallbackThatNeverReturnsIsNamed()
    {
        const auto before = threadCount();
        EngineRig rig;
        Latch &never = rig.latch();
        rig.source->put("a");
        rig.probe->onAdd([&](const Attempt &attempt) {
            const std::stop_callback asked(attempt.stop, [&] { never.wait(); });
            Latch().wait(attempt.stop);
            return Outcome::done(); // which waits for the callback
        });
        rig.start();
        QVERIFY(eventually([&] { return rig.probe->running() == 1; }));
        auto stopping = std::async(std::launch::async, [&] { return rig.host.stop(0s); });
        QVERIFY(eventually([&] {
            return never.waiting() == 1 && rig.clock.nextDeadline() == rig.clock.now() + 2s;
        }));
        rig.pass(2s);
        const StopReport report = stopping.get().front();
        std::set<std::string> calls;
        for (const RunningCall &call : report.calls)
            calls.insert(std::string(name(call.call)) + ' ' + call.id);
        QVERIFY(calls.contains("add a") && calls.contains("stop callback a"));
        never.open();
        QVERIFY(eventually([&] { return threadCount() == before; }));
    }
};

QONTROLLER_TEST(StopTest)
#include "tst_stop.moc"
