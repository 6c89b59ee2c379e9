// SPDX-License-Identifier: LGPL-3.0-or-later
#include "enginerig.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// A rig without a watch: the only one that waits for the clock is the list thread.
struct ListRig : EngineRig
{
    ListRig() { source = std::make_shared<ScriptedSource>(WatchMode::None); }

    /// How long until the next list; waits until the list thread sleeps.
    [[nodiscard]] Duration nextListIn()
    {
        const auto sleeps = [this] {
            return clock.waiting() == 1 && clock.nextDeadline() > clock.now();
        };
        if (!eventually(sleeps))
            return Duration(-1);
        return clock.nextDeadline() - clock.now();
    }
    /// Lists end when this is opened.
    [[nodiscard]] Latch &holdLists()
    {
        Latch &listing = latch();
        source->onList([&listing](ListSink &, const std::stop_token &stop) {
            listing.wait(stop);
            return ListResult::complete();
        });
        return listing;
    }
    [[nodiscard]] bool passToNextList()
    {
        const int lists = source->listsEnded();
        pass(nextListIn());
        return eventually([&] { return source->listsEnded() > lists; });
    }
};

ListResult fail(ListSink &, const std::stop_token &)
{
    return ListResult::failed("no connection");
}

/// Whether the list thread, the only one that waits for the clock, does so until then.
bool listsAgainIn(EngineRig &rig, Duration wait)
{
    return eventually([&] {
        return rig.clock.waiting() == 1 && rig.clock.nextDeadline() == rig.clock.now() + wait;
    });
}

/// Whether \a duration is \a wanted ±10 %.
bool isAbout(Duration duration, Duration wanted)
{
    return duration >= wanted * 9 / 10 && duration <= wanted * 11 / 10;
}

} // namespace

/// Lists: E17, E18, E20.
class SourcesTest : public QObject
{
    Q_OBJECT

private slots:
    // Else who waits until a controller is idle sees one that has had no list.
    void aListIsCountedBeforeItsObjectsAreHandled()
    {
        for (int i = 0; i < 200; ++i) {
            std::atomic<std::uint64_t> lists = 0;
            EngineRig rig;
            rig.probe->onAdd([&](const Attempt &) {
                // The host shows it once all its threads run, which may be after this one, and no
                // more when it ends: one look has to do.
                std::vector<ControllerStatus> shown;
                if (eventually([&] { return !(shown = rig.host.status()).empty(); }))
                    lists = shown.front().counters.lists;
                return Outcome::done();
            });
            rig.source->put("a");
            QVERIFY(rig.startAndSettle());
            QCOMPARE(lists.load(), std::uint64_t{1});
        }
    }

    void whatIsAnotherHostsIsNotHandledUntilItIsTakenOver()
    {
        struct Source final : ScriptedSource
        {
            void takeOver() override
            {
                isTaken = true;
                onList({});
            }
            std::atomic<bool> isTaken = false;
        };
        EngineRig rig;
        const auto source = std::make_shared<Source>();
        rig.source = source;
        source->put("a");
        source->onList([](ListSink &, const std::stop_token &) {
            return ListResult::foreign("host-b has it");
        });
        rig.start();
        QVERIFY(eventually([&] { return rig.status().lists.isForeign; }));
        source->created("b");
        rig.command(ControllerVerb::Resync);
        QVERIFY(eventually([&] { return rig.status().lists.failures > 1; }));
        QVERIFY(!source->isTaken);
        QCOMPARE(rig.status().counters.dequeued, std::uint64_t{0});
        rig.command(ControllerVerb::Take);
        QVERIFY(eventually([&] { return rig.status().isIdle(); }));
        QVERIFY(source->isTaken && !rig.status().lists.isForeign);
        QVERIFY(rig.status().counters.dequeued > 0);
    }

    void e17_nothingRunsBeforeTheFirstListHasEnded()
    {
        EngineRig rig;
        Latch &listing = rig.latch();
        rig.source->onList([&](ListSink &sink, const std::stop_token &stop) {
            for (int i = 0; i < 3000; ++i)
                sink.add("o" + std::to_string(i));
            listing.wait(stop);
            return ListResult::complete();
        });
        rig.start();
        QVERIFY(eventually([&] { return listing.waiting() == 1; }));
        rig.source->created("event");
        rig.command(ItemsAction{ItemVerb::Requeue, {"operator"}});
        QVERIFY(rig.gauges().depth > 2000); // the last portion of the list may wait for its end
        QCOMPARE(rig.counters().dequeued, 0U);
        QVERIFY(rig.status().state == ControllerState::Starting);
        QVERIFY(!rig.status().hasListed);

        listing.open();
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->total().adds, 3002); // what came before the end of the list was kept
        QVERIFY(rig.status().state == ControllerState::Running);
    }

    void e17_aPartialFirstListOpensTheGate()
    {
        // A source that can never see everything would hold all work up for ever.
        ListRig rig;
        rig.source->onList([](ListSink &sink, auto &&) {
            sink.add("a");
            return ListResult::partial("one folder may not be read");
        });
        QVERIFY(rig.startAndSettle());
        QCOMPARE(rig.probe->log(), "+a");
        QVERIFY(rig.status().state == ControllerState::Running);
        QVERIFY(!rig.status().lists.wasComplete);
        QCOMPARE(rig.awaitEvent(EventRecord::Kind::ListPartial),
                 "deletions wait: one folder may not be read");
    }

    void e17_whatAFailedListGaveIsLookedAtLater()
    {
        ListRig rig;
        rig.source->onList([](ListSink &sink, auto &&) {
            sink.add("a");
            return ListResult::failed("cut short");
        });
        rig.start();
        QVERIFY(eventually([&] { return rig.counters().listFailures == 1; }));
        QVERIFY(rig.status().state == ControllerState::Starting);
        QCOMPARE(rig.row("a").state, ItemState::Waiting);
        rig.source->put("a");
        rig.source->onList({});
        QVERIFY(rig.passToNextList());
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->log(), "+a");
        QVERIFY(rig.status().state == ControllerState::Running);
    }

    void e18_listsFollowAtTheIntervalWithJitter()
    {
        ListRig rig;
        rig.options.resyncInterval = 30s;
        QVERIFY(rig.startAndSettle());
        std::set<Duration> seen;
        for (int i = 0; i < 30; ++i) {
            const Duration in = rig.nextListIn();
            QVERIFY2(isAbout(in, 30s), std::to_string(in.count()).c_str());
            seen.insert(in);
            rig.pass(in - 1ms);
            QCOMPARE(rig.source->listsBegun(), i + 1);
            QVERIFY(rig.passToNextList());
        }
        QVERIFY(seen.size() > 20); // not all controllers at the same moment
        QVERIFY(!rig.source->listsOverlapped());
    }

    void e18_theIntervalBeginsWhenAListEnds()
    {
        ListRig rig;
        rig.options.resyncInterval = 10s;
        Latch &listing = rig.holdLists();
        rig.start();
        QVERIFY(eventually([&] { return listing.waiting() == 1; }));
        rig.pass(60s); // six intervals
        rig.command(ControllerVerb::Resync);
        QCOMPARE(rig.source->listsBegun(), 1);
        listing.open();
        QVERIFY(eventually([&] { return rig.source->listsEnded() == 2; })); // the one asked for
        QVERIFY(isAbout(rig.nextListIn(), 10s));
        QVERIFY(!rig.source->listsOverlapped());
    }

    void e18_whereTheHostEndsWhenIdleAListInTimeWaitsForWhatRuns()
    {
        ListRig rig;
        rig.options.resyncInterval = 10s;
        Latch &handling = rig.latch();
        rig.probe->onAdd([&handling](const Attempt &attempt) {
            handling.wait(attempt.stop);
            return Outcome::done();
        });
        rig.source->put("a");
        ControllerSpec spec = rig.spec();
        spec.listsWhenIdle = true;
        rig.id = *rig.host.add(std::move(spec));
        QVERIFY(eventually([&] { return handling.waiting() == 1; }));
        rig.pass(rig.nextListIn());
        for (int i = 0; i < 50; ++i) // it looks again and again
            rig.pass(rig.nextListIn());
        QCOMPARE(rig.source->listsBegun(), 1);
        QVERIFY(rig.resync()); // an operator's does not wait
        handling.open();
        QVERIFY(rig.settles());
        QVERIFY(rig.passUntil([&] { return rig.source->listsEnded() == 3; }, 20s));
    }

    void e18_manyRequestsWhileListingAreOneListMore()
    {
        ListRig rig;
        Latch &listing = rig.holdLists();
        rig.start();
        QVERIFY(eventually([&] { return listing.waiting() == 1; }));
        for (int i = 0; i < 10; ++i)
            rig.command(ControllerVerb::Resync);
        listing.open();
        QVERIFY(rig.nextListIn() > 50min);
        QCOMPARE(rig.source->listsEnded(), 2);
    }

    void e18_aFailedListIsRetriedWithABackOff()
    {
        ListRig rig;
        rig.source->onList(fail);
        rig.start();
        for (const Duration wanted :
             {800ms, 1600ms, 3200ms, 6400ms, 12800ms, 25600ms, 30000ms, 30000ms}) {
            QVERIFY(rig.nextListIn() == wanted);
            QVERIFY(rig.passToNextList());
        }
        rig.source->onList({});
        QVERIFY(rig.nextListIn() == 30s);
        QVERIFY(rig.passToNextList());
        QVERIFY(rig.settles());
        QVERIFY(isAbout(rig.nextListIn(), 1h));
    }

    void e18_theBackOffStartsAgainAfterTwoMinutesWithoutFailure()
    {
        ListRig rig;
        rig.options.resyncInterval = 100s;
        rig.source->onList(fail);
        rig.start();
        QVERIFY(rig.nextListIn() == 800ms);
        QVERIFY(rig.passToNextList());
        QVERIFY(rig.nextListIn() == 1600ms);
        rig.source->onList({});
        QVERIFY(rig.passToNextList()); // good: 100 s to the next, which is too soon …
        QVERIFY(isAbout(rig.nextListIn(), 100s));
        rig.source->onList(fail);
        QVERIFY(rig.passToNextList());
        QVERIFY(rig.nextListIn() == 3200ms);
        rig.source->onList({});
        QVERIFY(rig.passToNextList());
        QVERIFY(rig.passToNextList()); // … two of them are enough
        rig.source->onList(fail);
        QVERIFY(rig.passToNextList());
        QVERIFY(rig.nextListIn() == 800ms);
    }

    void e18_whatTheSourceAsksForWaitsForTheBackOffAndAnOperatorDoesNot()
    {
        SettledRig rig;
        rig.source->onList(fail);
        QVERIFY(rig.resync());
        for (int i = 0; i < 100; ++i)
            rig.source->tell([](WatchSink &sink) { sink.missed("the buffer ran over"); });
        QVERIFY(listsAgainIn(rig, 800ms));
        QCOMPARE(rig.source->listsBegun(), 2);
        QCOMPARE(rig.events(EventRecord::Kind::WatchError).size(), std::size_t(1)); // said once
        rig.pass(800ms);
        QVERIFY(listsAgainIn(rig, 1600ms));
        QCOMPARE(rig.source->listsBegun(), 3);
        QVERIFY(rig.resync());
        QCOMPARE(rig.source->listsBegun(), 4);
    }

    void e18_whatAnOperatorAsksForIsNotPutOffByItsSource()
    {
        SettledRig rig;
        Latch &slow = rig.latch();
        rig.source->onList([&](ListSink &sink, const std::stop_token &stop) {
            slow.wait(stop);
            return rig.source->giveWorld(sink);
        });
        const auto miss = [](WatchSink &sink) { sink.missed("the buffer ran over"); };
        rig.source->tell(miss);
        QVERIFY(eventually([&] { return slow.waiting() == 1; }));
        rig.command(ControllerVerb::Resync);
        rig.source->tell(miss); // the next one that it asks for would come after 800 ms
        slow.open();
        QVERIFY(eventually([&] { return rig.source->listsEnded() == 3; }));
    }

    void e18_aSourceThatAlwaysMissesSomethingIsNotListedBackToBack()
    {
        EngineRig rig;
        rig.source->onList([&rig](ListSink &sink, auto &&) {
            rig.source->tell([](WatchSink &watch) { watch.missed("the buffer ran over"); });
            return rig.source->giveWorld(sink);
        });
        rig.start();
        int lists = 2; // the first time at once
        for (const Duration wanted : {800ms, 1600ms, 3200ms, 6400ms, 12800ms, 25600ms, 30000ms}) {
            QVERIFY(listsAgainIn(rig, wanted));
            QCOMPARE(rig.source->listsBegun(), lists++);
            rig.pass(wanted);
        }
        QVERIFY(listsAgainIn(rig, 30s));
        rig.source->onList({});
        rig.pass(30s); // the last one that it asked for
        QVERIFY(eventually([&] { return rig.source->listsEnded() == lists + 1; }));
        QVERIFY(eventually([&] { return rig.clock.waiting() == 1; }));
        rig.pass(3min);
        rig.source->tell([](WatchSink &watch) { watch.missed("the buffer ran over"); });
        QVERIFY(eventually([&] { return rig.source->listsEnded() == lists + 2; })); // at once again
    }

    void e18_anEndlessIntervalNeverLists()
    {
        ListRig rig;
        rig.options.resyncInterval = Duration::max();
        QVERIFY(rig.startAndSettle());
        QVERIFY(rig.nextListIn() > std::chrono::hours(24 * 365));
        QCOMPARE(rig.source->listsEnded(), 1);
    }

    void e20_aThrowingListIsAFailedOneAndItsErrorIsShown_data()
    {
        QTest::addColumn<int>("what");
        QTest::addColumn<QString>("error");
        QTest::newRow("failed") << 0 << "no connection";
        QTest::newRow("exception") << 1 << "boom";
        QTest::newRow("int") << 2 << "an exception of an unknown type";
    }
    void e20_aThrowingListIsAFailedOneAndItsErrorIsShown()
    {
        QFETCH(int, what);
        QFETCH(QString, error);
        ListRig rig;
        QVERIFY(rig.startAndSettle());
        rig.source->onList([what](ListSink &, auto &&) -> ListResult {
            if (what == 1)
                throw std::runtime_error("boom");
            if (what == 2)
                throw 2;
            return ListResult::failed("no connection");
        });
        rig.pass(5s);
        const TimePoint failedAt = rig.clock.now();
        QVERIFY(rig.resync());
        QVERIFY(eventually([&] { return !rig.pull().listError.empty(); }));
        rig.pass(100ms);
        const ControllerDelta delta = rig.pull();
        QCOMPARE(QString::fromStdString(delta.listError), error);
        QVERIFY(delta.sourceErrorAt == failedAt);
        QCOMPARE(delta.gauges.listAge, Duration(5100ms));
        QCOMPARE(rig.events(EventRecord::Kind::ListFailed).size(), std::size_t(1));

        rig.source->onList({});
        QVERIFY(rig.passToNextList());
        QVERIFY(eventually([&] { return rig.pull().listError.empty(); }));
    }

    void e20_aListCutShortByTheStopRemovesNothing()
    {
        ListRig rig;
        Latch &never = rig.latch();
        rig.source->putMany(5);
        QVERIFY(rig.startAndSettle());
        rig.source->onList([&](ListSink &, const std::stop_token &stop) {
            never.wait(stop);
            return ListResult::complete();
        });
        rig.command(ControllerVerb::Resync);
        QVERIFY(eventually([&] { return never.waiting() == 1; }));
        const auto reports = rig.host.stop(30s);
        QCOMPARE(reports.front().leftCount, 0U);
        QCOMPARE(rig.probe->total().removes, 0);
        QCOMPARE(rig.gauges().known, 5U);
    }

    void e20_aSourceThatCannotSayWhetherItWatchesIsShown()
    {
        struct Broken : ListerWatcher
        {
            ListResult list(ListSink &sink, std::stop_token) override
            {
                sink.add("a");
                return ListResult::complete();
            }
            WatchMode watchMode() const override { throw std::runtime_error("no mode"); }
        };
        EngineRig rig;
        ControllerSpec spec = rig.spec();
        spec.parts.listerWatcher = std::make_shared<Broken>();
        const auto added = rig.host.add(spec);
        QVERIFY(added);
        rig.id = *added;
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->log(), "+a");
        QCOMPARE(rig.pull().watchError, "no mode");
    }

    void aFailureWithoutAWordNamesItsCall()
    {
        EngineRig rig;
        rig.source->onList([](auto &&...) { return ListResult::failed(""); });
        rig.source->onWatch([](auto &&...) -> WatchEnd { throw std::runtime_error(""); });
        rig.start();
        QVERIFY(eventually([&] { return !rig.pull().watchError.empty(); }));
        const ControllerDelta delta = rig.pull();
        QCOMPARE(delta.watchError, "watch() of ListerWatcher failed without saying why");
        QVERIFY(rig.passUntil([&] { return !rig.pull().listError.empty(); }));
        QCOMPARE(rig.pull().listError, "list() of ListerWatcher failed without saying why");
        rig.source->onList([](auto &&...) { return ListResult::partial(""); });
        QVERIFY(rig.passUntil(
            [&] { return rig.pull().lists.why == "list() of ListerWatcher does not say why"; }));
    }
};

QONTROLLER_TEST(SourcesTest)
#include "tst_sources.moc"
