// SPDX-License-Identifier: LGPL-3.0-or-later
#include "heldhandlers.h"
#include "testprogram.h"

#include "effort.h"

#include <fstream>
#include <future>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// A rig whose handler holds every run until the latch opens.
struct HeldRig : HeldHandlers
{
    explicit HeldRig(int workers)
        : HeldHandlers(workers, Outcome::retry("asked to stop"))
    {}
};

/// Bytes of memory that this process has.
std::int64_t residentBytes()
{
    std::ifstream statm("/proc/self/statm");
    std::int64_t all = 0;
    std::int64_t resident = 0;
    statm >> all >> resident;
    return resident * 4096;
}

} // namespace

/// One test for each row of the table "What gontroller gets wrong".
class GontrollerFaultsTest : public QObject
{
    Q_OBJECT

private slots:
    void anIdCanDieForEver()
    {
        // Objects whose handlers cause their own events.
        EngineRig rig;
        const int ids = effort(1000);
        rig.probe->onAdd([&rig](const Attempt &attempt) {
            if (rig.probe->adds(attempt.id) < 10)
                rig.source->modified(attempt.id);
            return Outcome::done();
        });
        rig.source->putMany(ids);
        QVERIFY(rig.startAndSettle());
        for (int i = 0; i < ids; ++i)
            QVERIFY(rig.probe->adds("o" + std::to_string(i)) >= 10);
        for (int i = 0; i < ids; ++i) // and every one of them is alive
            rig.source->modified("o" + std::to_string(i));
        QVERIFY(rig.settles());
        for (int i = 0; i < ids; ++i)
            QVERIFY(rig.probe->adds("o" + std::to_string(i)) >= 11);
        QVERIFY(!rig.probe->overlapped());
    }

    void anEventThatArrivesWhileItsObjectIsHandledIsLost()
    {
        HeldRig rig(4);
        QVERIFY(rig.startWithOneRunning("a"));
        rig.source->modified("a");
        rig.held.open();
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->adds("a"), 2);
    }

    void aDeleteInThatWindowIsLostForEver()
    {
        HeldRig rig(4);
        QVERIFY(rig.startWithOneRunning("a"));
        rig.source->deleted("a");
        rig.held.open();
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->log(), "+a -a");
        QCOMPARE(rig.probe->gets("a"), 1); // a Deleted event asks no storage
        QVERIFY(!rig.knows("a"));
    }

    void anObjectThatDisappearsFromTheListIsNeverRemoved()
    {
        SettledRig rig(5);
        rig.source->drop("o3");
        QVERIFY(rig.resync());
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->removes("o3"), 1);
        QCOMPARE(rig.probe->total().removes, 1);
    }

    void aStaleListUndoesAQueuedDeletion()
    {
        HeldRig rig(1);
        Latch &listing = rig.latch();
        QVERIFY(rig.startWithOneRunning("busy"));
        rig.source->onList([&](ListSink &sink, const std::stop_token &stop) {
            listing.wait(stop);
            sink.add("busy");
            sink.add("a"); // which was there when the list began
            return ListResult::complete();
        });
        rig.command(ControllerVerb::Resync);
        QVERIFY(eventually([&] { return listing.waiting() == 1; }));
        rig.source->deleted("a"); // queued: the worker is busy
        listing.open();
        QVERIFY(eventually([&] { return rig.counters().lists == 2; }));
        rig.held.open();
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->removes("a"), 1);
        QCOMPARE(rig.probe->adds("a"), 0);
    }

    void aDeletionWhoseRetriesAreUsedUpIsLost()
    {
        EngineRig rig;
        rig.options.maxRetries = 2;
        std::atomic<bool> broken = true;
        rig.probe->onRemove(
            [&](auto &&) { return broken ? Outcome::retry("no") : Outcome::done(); });
        rig.source->put("a");
        QVERIFY(rig.startAndSettle());
        rig.probe->onGet([](auto &&) { return Fetched<std::string>::gone(); });
        rig.source->deleted("a");
        QVERIFY(rig.passUntil([&] { return rig.inState(ItemState::Failed) == 1; }));
        broken = false;
        QVERIFY(rig.resync());
        QVERIFY(eventually([&] { return !rig.knows("a"); }));
        QCOMPARE(rig.probe->removes("a"), 4);
    }

    void aRefusedLockCountsAsSuccessAndTheObjectIsForgotten()
    {
        EngineRig rig;
        std::atomic<int> refusals = 3;
        rig.locker = makeLocker([&refusals](auto &&...) {
            return refusals-- > 0 ? LockResult::refused("host 2")
                                  : LockResult::granted(std::make_unique<ObjectLock>());
        });
        rig.source->put("a");
        QVERIFY(rig.startAndList());
        QVERIFY(rig.passUntil([&] { return rig.probe->adds("a") == 1; }, 5s));
        QVERIFY(rig.settles());
        QCOMPARE(rig.counters().locksRefused, 3U);
        QCOMPARE(rig.counters().added, 1U);
    }

    void retriesHaveNoBackOff()
    {
        EngineRig rig;
        rig.probe->onAdd([](const Attempt &) { return Outcome::retry("it broke"); });
        rig.source->put("a");
        QVERIFY(rig.startAndList());
        const TimePoint start = rig.clock.now();
        QVERIFY(rig.passUntil([&] { return rig.inState(ItemState::Failed) == 1; }));
        const Duration all = rig.clock.now() - start;
        QVERIFY(all >= 155ms * 9 / 10); // 5 + 10 + 20 + 40 + 80
        QCOMPARE(rig.probe->adds("a"), 6);
    }

    void everyEventOrResyncResetsTheCountOfAttempts()
    {
        EngineRig rig;
        rig.options.maxRetries = 3;
        rig.probe->onAdd([](const Attempt &) { return Outcome::retry("it broke"); });
        rig.source->put("a");
        rig.start();
        QVERIFY(rig.reaches("a", ItemState::BackOff));
        for (int i = 0; i < 100; ++i) {
            rig.source->modified("a");
            QVERIFY(eventually([&] { return rig.gauges().running + rig.gauges().depth == 0; }));
        }
        QVERIFY(rig.resync());
        const int before = rig.probe->adds("a");
        QVERIFY(rig.passUntil([&] { return rig.inState(ItemState::Failed) == 1; }));
        QVERIFY(rig.probe->adds("a") <= before + 3);
    }

    void aClosedWatchIsABusyLoop()
    {
        EngineRig rig;
        rig.source->onWatch([](auto &&...) { return WatchEnd::closed(); });
        rig.start();
        QVERIFY(rig.passUntil([&] { return rig.source->watches() == 20; }));
        // 800 ms doubling to 30 s: the twentieth is many minutes away.
        QVERIFY(rig.clock.now() - TimePoint(1h) > 6min);
        QVERIFY(rig.pull().events.size() <= 20);
    }

    void anErrorEventIsOnlyLogged()
    {
        SettledRig rig;
        rig.source->put("missed");
        rig.source->endWatch(WatchEnd::failed("connection reset"));
        QVERIFY(eventually([&] { return rig.pull().watchError == "connection reset"; }));
        QVERIFY(rig.passUntil([&] { return rig.probe->adds("missed") == 1; }, 2s));
    }

    void aFailedListWaitsAWholeInterval()
    {
        EngineRig rig;
        std::atomic<int> failures = 1;
        rig.source->onList([&](ListSink &sink, auto &&) {
            return failures-- > 0 ? ListResult::failed("no connection")
                                  : rig.source->giveWorld(sink);
        });
        rig.source->put("a");
        rig.start();
        QVERIFY(eventually([&] { return rig.counters().listFailures == 1; }));
        QVERIFY(rig.passUntil([&] { return rig.probe->adds("a") == 1; }, 1s));
    }

    void aListThatHangsCannotBeCancelled()
    {
        EngineRig rig;
        Latch &never = rig.latch();
        rig.source->onList([&](auto &&, const std::stop_token &stop) {
            never.wait(stop);
            return ListResult::complete();
        });
        rig.start();
        QVERIFY(eventually([&] { return never.waiting() == 1; }));
        QCOMPARE(rig.host.stop(30s).front().leftCount, 0U);
    }

    void stopReturnsWhileHandlersGoOn()
    {
        const auto before = threadCount();
        HeldRig rig(4);
        rig.source->putMany(100);
        rig.start();
        QVERIFY(eventually([&] { return rig.held.waiting() == 4; }));
        auto stopping = std::async(std::launch::async, [&] { return rig.host.stop(30s); });
        QVERIFY(eventually([&] { return rig.status().state == ControllerState::Draining; }));
        rig.pass(30s);
        QCOMPARE(stopping.get().front().leftCount, 100U);
        QCOMPARE(rig.probe->running(), 0);
        QCOMPARE(rig.probe->total().adds, 4); // no new one was started
        QVERIFY(eventually([&] { return threadCount() == before; }));
    }

    void aThreadLeaksForEachWaitingId()
    {
        const auto before = threadCount();
        HeldRig rig(2);
        rig.source->putMany(effort(20'000));
        rig.start();
        QVERIFY(eventually([&] { return rig.held.waiting() == 2; }));
        QCOMPARE(threadCount(), before + 5); // workers, list, watch, stop requests
    }

    void anExceptionEndsTheProcess()
    {
        EngineRig rig;
        rig.options.maxRetries = 0;
        rig.probe->onAdd([](const Attempt &attempt) -> Outcome {
            if (attempt.id == "o1")
                throw 1;
            throw std::runtime_error("boom");
        });
        rig.source->putMany(3);
        QVERIFY(rig.startAndSettle());
        QCOMPARE(rig.inState(ItemState::Failed), 3U);
        QCOMPARE(rig.counters().panics, 3U);
    }

    void itIsNotFirstInFirstOut()
    {
        EngineRig rig;
        rig.options.workers = 1;
        constexpr int ids = effort(100'000);
        std::vector<int> order;
        rig.probe->onGet([&order](const Attempt &attempt) {
            order.push_back(std::stoi(attempt.id));
            return Fetched<std::string>::ignored();
        });
        rig.source->onList([](ListSink &sink, auto &&) {
            for (int i = 0; i < ids; ++i)
                sink.add(std::to_string(i));
            return ListResult::complete();
        });
        QVERIFY(rig.startAndSettle());
        QCOMPARE(order.size(), std::size_t(ids));
        QVERIFY(std::ranges::is_sorted(order));
    }

    void waitingIdsTakeMuchMemoryAndKeepIt()
    {
        if (IsSanitized)
            QSKIP("sanitizers keep memory of their own");
        constexpr int Ids = 200'000;
        EngineRig rig;
        rig.options.workers = 0;
        rig.options.massDeletionGuard = false; // all of them are gone as soon as they are asked for
        auto quiet = makeHandler<std::string>([](auto &&...) { return Outcome::done(); },
                                              [](auto &&) { return Outcome::done(); });
        auto gone = makeStorage<std::string>(
            [](auto &&...) { return Fetched<std::string>::gone(); });
        ControllerSpec spec = rig.spec("memory");
        spec.parts.reconciler = qontroller::makeReconciler<std::string>(gone, quiet);
        rig.source->onList([](ListSink &sink, auto &&) {
            for (int i = 0; i < Ids; ++i)
                sink.add("o" + std::to_string(i));
            return ListResult::complete();
        });
        const std::int64_t before = residentBytes();
        rig.id = rig.host.add(spec).value();
        QVERIFY(eventually([&] { return rig.gauges().depth == Ids; }));
        const std::int64_t full = residentBytes() - before;
        QVERIFY2(full < Ids * 500LL, std::to_string(full / Ids).c_str()); // gontroller: 2850
        rig.command(setWorkers(2));
        QVERIFY(eventually([&] { return rig.gauges().known == 0; }));
        QVERIFY2(rig.passUntil([&] { return residentBytes() - before < full / 4; }, 10s),
                 std::to_string(residentBytes() - before).c_str());
    }

    void eventsWaitBehindAResync()
    {
        HeldRig rig(1);
        rig.source->putMany(effort(20'000));
        QVERIFY(rig.startWithOneRunning("a"));
        rig.source->modified("event");
        rig.held.open();
        QVERIFY(eventually([&] { return rig.probe->adds("event") == 1; }));
        QVERIFY2(rig.probe->log().starts_with("+a +event"), rig.probe->log().substr(0, 50).c_str());
    }

    void storageAnswersNoSuchObjectAndNobodyIsTold()
    {
        EngineRig rig;
        rig.probe->onGet([](const Attempt &attempt) {
            return attempt.id == "a" ? Fetched<std::string>::gone() : Probe::object(attempt.id);
        });
        rig.source->put("a");
        rig.source->put("b"); // one that is all there is would be held
        QVERIFY(rig.startAndSettle());
        QVERIFY2(rig.probe->log() == "-a +b" || rig.probe->log() == "+b -a",
                 rig.probe->log().c_str());
    }

    void nothingCanBeSeenOrSteeredWhileItRuns()
    {
        HeldRig rig(1);
        rig.source->put("z");
        QVERIFY(rig.startWithOneRunning("a"));
        const ControllerDelta delta = rig.pull();
        QCOMPARE(delta.gauges.running, 1U);
        QCOMPARE(delta.gauges.depth, 1U);
        QCOMPARE(delta.workers.front().id, "a");
        QVERIFY(rig.explanation("z").kind == Explanation::Kind::WaitsForWorker);
        rig.command(ItemsAction{ItemVerb::Pause, {"z"}, {{}, "look first"}});
        rig.held.open();
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->log(), "+a");
        rig.command(ItemsAction{ItemVerb::Resume, {"z"}});
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->log(), "+a +z");
    }
};

QONTROLLER_TEST(GontrollerFaultsTest)
#include "tst_gontrollerfaults.moc"
