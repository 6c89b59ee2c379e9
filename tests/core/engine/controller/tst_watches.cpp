// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/observe/controllers/attention.h"
#include "enginerig.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

struct CursorRig : EngineRig
{
    CursorRig()
    {
        source = std::make_shared<ScriptedSource>(WatchMode::FromCursor);
        source->setCursor("list-1");
    }
    [[nodiscard]] bool startsToWatch()
    {
        return startAndSettle() && eventually([this] { return source->watchStands(); });
    }
};

/// How long until the watch is taken up again; nothing else waits for the clock
/// but the list thread, an hour away.
Duration nextWatchIn(EngineRig &rig)
{
    const bool sleeps = eventually(
        [&] { return rig.clock.waiting() == 2 && rig.clock.nextDeadline() > rig.clock.now(); });
    return sleeps ? rig.clock.nextDeadline() - rig.clock.now() : Duration(-1);
}

/// Whether watch number \a watches, which has ended or is about to, is followed by
/// another after \a pause, whatever the list thread does meanwhile.
bool isTakenUpAfter(EngineRig &rig, int watches, Duration pause)
{
    const bool ended = eventually([&] {
        return rig.source->watches() == watches && rig.pull().watch == WatchState::Retrying
               && rig.clock.waiting() == 2;
    });
    rig.pass(pause - 1ms);
    const bool rests = rig.source->watches() == watches;
    rig.pass(1ms);
    return ended && rests && eventually([&] { return rig.source->watches() == watches + 1; });
}

bool watchesAgain(EngineRig &rig, int watches)
{
    return eventually(
        [&] { return rig.source->watches() == watches && rig.source->watchStands(); });
}

} // namespace

/// Watches: E17, E19, E20.
class WatchesTest : public QObject
{
    Q_OBJECT

private slots:
    void e17_theWatchStandsBeforeTheFirstListBegins()
    {
        EngineRig rig;
        Latch &slow = rig.latch();
        rig.source->onWatch([&](WatchSink &sink, auto &&, const std::stop_token &stop) {
            slow.wait(stop);
            return rig.source->stand(sink, stop);
        });
        std::atomic<bool> stood = false;
        rig.source->onList([&](ListSink &sink, auto &&) {
            stood = rig.source->watchStands();
            return rig.source->giveWorld(sink);
        });
        rig.start();
        QVERIFY(eventually([&] { return slow.waiting() == 1 && rig.clock.waiting() == 1; }));
        QCOMPARE(rig.source->listsBegun(), 0);
        slow.open();
        QVERIFY(rig.settles());
        QVERIFY(stood);
        QCOMPARE(rig.source->listsBegun(), 1);
    }

    void e17_aSlowWatchDelaysTheListNoLongerThanItsPatience()
    {
        EngineRig rig;
        rig.source->put("a");
        rig.source->onWatch([&](WatchSink &sink, auto &&, const std::stop_token &stop) {
            return rig.source->standQuietly(sink, stop); // never ready
        });
        rig.start();
        QVERIFY(eventually([&] { return rig.clock.waiting() == 1; }));
        QCOMPARE(rig.clock.nextDeadline() - rig.clock.now(), Duration(1s));
        QCOMPARE(rig.source->listsBegun(), 0);
        rig.pass(1s);
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->log(), "+a");

        // Ready at last: what happened since the list may have been missed.
        QVERIFY(eventually([&] { return rig.source->watchStands(); }));
        rig.source->put("b");
        rig.source->tell([](WatchSink &sink) { sink.ready(); });
        QVERIFY(eventually([&] { return rig.probe->adds("b") == 1; }));
        QCOMPARE(rig.source->listsBegun(), 2);
    }

    void e17_eventsBeforeTheEndOfTheListAreKept()
    {
        EngineRig rig;
        Latch &listing = rig.latch();
        rig.source->put("old");
        rig.source->onList([&](ListSink &sink, const std::stop_token &stop) {
            sink.add("old");
            listing.wait(stop);
            return ListResult::complete();
        });
        rig.start();
        QVERIFY(eventually([&] { return listing.waiting() == 1; }));
        rig.source->created("new");
        rig.source->deleted("old");
        listing.open();
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->adds("new"), 1);
        QCOMPARE(rig.probe->adds("old"), 0);
        QCOMPARE(rig.probe->removes("old"), 1);
    }

    void e19_aWatchThatEndsIsTakenUpAgainAndAListFollows()
    {
        SettledRig rig;
        rig.pass(10s);             // it stood for long: no back-off
        rig.source->put("missed"); // while nobody watched
        rig.source->endWatch(WatchEnd::closed());
        QVERIFY(watchesAgain(rig, 2));
        QVERIFY(eventually([&] { return rig.probe->adds("missed") == 1; }));
        QCOMPARE(rig.counters().watchRestarts, 1U);
        QCOMPARE(rig.source->listsBegun(), 2);
        QVERIFY(rig.pull().watch == WatchState::Live);
    }

    void e19_aWatchThatEndsAtOnceIsTakenUpAfterABackOff()
    {
        EngineRig rig;
        std::atomic<int> ends = 4;
        rig.source->onWatch([&](WatchSink &sink, auto &&, const std::stop_token &stop) {
            if (ends-- > 0) {
                sink.ready();
                return WatchEnd::closed();
            }
            return rig.source->stand(sink, stop);
        });
        rig.start();
        int watches = 1;
        for (const Duration wanted : {800ms, 1600ms, 3200ms, 6400ms})
            QVERIFY(isTakenUpAfter(rig, watches++, wanted));
        QVERIFY(watchesAgain(rig, 5));
        QCOMPARE(rig.counters().watchRestarts, 4U);
    }

    void e19_aWatchThatFailsIsTakenUpAfterABackOffHoweverLongItStood()
    {
        SettledRig rig;
        rig.pass(1min);
        rig.source->endWatch(WatchEnd::failed("connection reset"));
        QCOMPARE(nextWatchIn(rig), Duration(800ms));
        QCOMPARE(rig.pull().watchError, "connection reset");
        QCOMPARE(rig.awaitEvent(EventRecord::Kind::WatchEnded), "connection reset");
        rig.pass(800ms);
        QVERIFY(watchesAgain(rig, 2));
        QVERIFY(eventually([&] { return rig.pull().watchError.empty(); }));
    }

    void e19_aWatchWithCursorsResumesWhereTheLastEnded()
    {
        CursorRig rig;
        QVERIFY(rig.startsToWatch());
        rig.source->tell([](WatchSink &sink) { sink.cursor("event-7"); });
        rig.pass(10s);
        rig.source->endWatch(WatchEnd::closed());
        QVERIFY(watchesAgain(rig, 2));
        rig.pass(10s);
        rig.source->endWatch(WatchEnd::closed());
        QVERIFY(watchesAgain(rig, 3));
        const std::vector<std::string> wanted{"list-1", "event-7", "event-7"};
        QCOMPARE(rig.source->cursors(), wanted);
        QVERIFY(eventually([&] { return rig.clock.waiting() == 1; }));
        QCOMPARE(rig.source->listsBegun(), 1); // nothing was missed, so no list
    }

    void e19_anExpiredCursorMeansAListFirst()
    {
        CursorRig rig;
        QVERIFY(rig.startsToWatch());
        rig.pass(10s);
        rig.source->put("missed");
        rig.source->setCursor("list-2");
        rig.source->endWatch(WatchEnd::cursorExpired());
        QVERIFY(watchesAgain(rig, 2));
        const std::vector<std::string> wanted{"list-1", "list-2"};
        QCOMPARE(rig.source->cursors(), wanted);
        QVERIFY(eventually([&] { return rig.probe->adds("missed") == 1; }));
    }

    void e19_aCursorThatExpiresAtOnceWaitsForTheBackOff()
    {
        CursorRig rig;
        std::atomic<int> expirations = 3;
        rig.source->onWatch([&](WatchSink &sink, auto &&, const std::stop_token &stop) {
            return expirations-- > 0 ? WatchEnd::cursorExpired() : rig.source->stand(sink, stop);
        });
        rig.start();
        int watches = 1;
        for (const Duration wanted : {800ms, 1600ms, 3200ms})
            QVERIFY(isTakenUpAfter(rig, watches++, wanted));
        QVERIFY(watchesAgain(rig, 4));
        QVERIFY(eventually([&] { return rig.clock.waiting() == 1; }));
        QCOMPARE(rig.source->listsBegun(), 4);
    }

    void e19_aWatchThatMissedSomethingHasTheSourceListed()
    {
        SettledRig rig;
        rig.source->put("silent");
        rig.source->tell([](WatchSink &sink) { sink.missed("the buffer ran over"); });
        QVERIFY(eventually([&] { return rig.probe->adds("silent") == 1; }));
        QCOMPARE(rig.awaitEvent(EventRecord::Kind::WatchError),
                 "changes were missed: the buffer ran over");
        QVERIFY(rig.source->watchStands());
    }

    void e19_anEventThatCannotBeUnderstoodIsCountedAndSkipped()
    {
        SettledRig rig;
        rig.source->tell([](WatchSink &sink) { sink.error("no such type"); });
        rig.source->created("next");
        QVERIFY(rig.settles());
        QCOMPARE(rig.probe->adds("next"), 1);
        QCOMPARE(rig.counters().watchErrors, 1U);
        QCOMPARE(rig.awaitEvent(EventRecord::Kind::WatchError), "no such type");
        QCOMPARE(rig.source->listsBegun(), 1);
    }

    void aWatchThatStandsAgainIsFollowedByAList()
    {
        SettledRig rig;
        rig.source->put("silent");
        rig.source->tell([](WatchSink &sink) { sink.ready(); });
        QVERIFY(eventually([&] { return rig.probe->adds("silent") == 1; }));
        QCOMPARE(rig.counters().watchErrors, 0U);
    }

    void aWatchThatNeverStandsIsSaidTo()
    {
        EngineRig rig;
        Latch &open = rig.latch();
        std::atomic<bool> hasBegun = false;
        rig.source->onWatch([&](WatchSink &sink, auto &&, const std::stop_token &stop) {
            hasBegun = true;
            open.wait(stop);
            return rig.source->stand(sink, stop);
        });
        rig.start();
        QVERIFY(rig.passUntil([&] { return rig.source->listsEnded() == 1; }, 5s));
        QVERIFY(eventually([&] { return hasBegun.load(); }));
        ControllerDelta delta;
        QVERIFY(eventually([&] {
            delta = rig.pull();
            return healthOf(attentionsOf(delta, rig.clock.now()), rig.clock.moment()).health
                   == Health::Healthy;
        }));
        QCOMPARE(delta.watchError, std::string());
        rig.pass(30s);
        delta = rig.pull();
        QVERIFY2(delta.watchError.starts_with("watch() has run for 3"), delta.watchError.c_str());
        QVERIFY2(delta.watchError.ends_with("s and has not called ready()"),
                 delta.watchError.c_str());
        const HealthReport report = healthOf(attentionsOf(delta, rig.clock.now()),
                                             rig.clock.moment());
        QVERIFY(report.health == Health::Degraded);
        QCOMPARE(report.reason, "the watch is not established: " + delta.watchError);
        open.open();
        QVERIFY(eventually([&] { return rig.source->watchStands(); }));
        QVERIFY(eventually([&] { return rig.pull().watchError.empty(); }));
    }

    void e20_aThrowingWatchIsAFailedOne()
    {
        EngineRig rig;
        std::atomic<int> throws = 2;
        rig.source->onWatch([&](WatchSink &sink, auto &&, const std::stop_token &stop) -> WatchEnd {
            switch (throws--) {
            case 2: throw std::runtime_error("boom");
            case 1: throw 1;
            default: return rig.source->stand(sink, stop);
            }
        });
        rig.source->put("a");
        rig.start();
        QVERIFY(eventually([&] { return rig.pull().watchError == "boom"; }));
        QVERIFY(rig.passUntil([&] { return rig.source->watchStands(); }, 5s));
        QVERIFY(rig.settles());
        QCOMPARE(rig.counters().watchRestarts, 2U);
        QVERIFY(rig.probe->adds("a") >= 1);
        QVERIFY(eventually([&] { return rig.pull().watchError.empty(); }));
    }

    void e20_anEventOfATypeThatThereIsNotEndsTheWatch()
    {
        EngineRig rig;
        rig.source->onWatch([](WatchSink &sink, auto &&...) {
            sink.event(EventType(99), "a", 1);
            return WatchEnd::failed("it was taken");
        });
        rig.start();
        QVERIFY(eventually([&] {
            return rig.pull().watchError
                   == "event() was given the EventType 99, which there is not";
        }));
    }

    void e20_aWatchThatNeverWorksStopsNoList()
    {
        EngineRig rig;
        rig.options.resyncInterval = 30s;
        rig.source->onWatch([](auto &&...) { return WatchEnd::failed("not allowed"); });
        rig.source->put("a");
        rig.start();
        for (int list = 1; list <= 5; ++list)
            QVERIFY(rig.passUntil([&] { return rig.probe->adds("a") >= list; }));
        QVERIFY(eventually([&] { return rig.pull().watchError == "not allowed"; }));
    }

    void e19_withoutACompleteListAWatchWithCursorsBeginsFromNowOn()
    {
        CursorRig rig;
        rig.source->onList([&](ListSink &sink, auto &&) {
            static_cast<void>(rig.source->giveWorld(sink));
            return ListResult::partial("one folder cannot be read");
        });
        rig.start();
        QVERIFY(eventually([&] { return rig.source->watchStands(); }));
        QCOMPARE(rig.source->cursors(), std::vector<std::string>{""});
        // What changed before it stood is found by another list.
        QVERIFY(eventually([&] { return rig.counters().lists == 2; }));
        rig.source->created("b");
        QVERIFY(eventually([&] { return rig.probe->adds("b") == 1; }));
    }

    void e19_aWatchFromNowOnThatEndsIsTakenUpFromTheNextList()
    {
        CursorRig rig;
        rig.source->onList([&](ListSink &sink, auto &&) {
            static_cast<void>(rig.source->giveWorld(sink));
            return ListResult::partial("one folder cannot be read");
        });
        rig.start();
        QVERIFY(eventually([&] { return rig.source->watchStands() && rig.counters().lists == 2; }));
        rig.source->onList({});
        rig.source->setCursor("17");
        rig.source->endWatch(WatchEnd::closed());
        QVERIFY(rig.passUntil([&] { return rig.source->watches() == 2; }, 5min));
        QCOMPARE(rig.source->cursors().back(), "17");
    }
};

QONTROLLER_TEST(WatchesTest)
#include "tst_watches.moc"
