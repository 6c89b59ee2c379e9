// SPDX-License-Identifier: LGPL-3.0-or-later
// Objects that run again and again although nothing says that they have changed.
#include "printing.h"
#include "schedulerig.h"
#include "testprogram.h"

#include <functional>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

constexpr auto Looping = EventRecord::Kind::Looping;

const std::string Told = "a:ran more than 20 times a minute although nothing says that it has "
                         "changed: from now on it runs once a second";

/// Runs what may run \a times, a millisecond apart, and has \a echo ask for it during each run.
/// How often it ran.
int spin(ScheduleRig &rig, int times, const std::function<void()> &echo,
         const RunResult &result = {})
{
    int runs = 0;
    for (int i = 0; i < times; ++i) {
        Item *item = rig.take();
        echo();
        if (item) {
            rig.finish(item, result);
            ++runs;
        }
        rig.pass(1ms);
    }
    return runs;
}

/// \a a, of a version that stays, in a loop: its watch tells of what its handler writes.
struct LoopRig : ScheduleRig
{
    LoopRig()
    {
        created("a", 7);
        spin(*this, 30, echo);
    }
    std::function<void()> echo = [this] { modified("a", 7); };
};

RunResult ofGeneration(std::uint64_t generation)
{
    RunResult result;
    result.generation = generation;
    return result;
}

} // namespace

class ScheduleLoopsTest : public QObject
{
    Q_OBJECT

private slots:
    void e29_aWatchThatTellsOfWhatAddWritesIsSlowedToOneRunASecond()
    {
        ScheduleRig rig;
        const auto echo = [&rig] { rig.modified("a", 7); };
        rig.created("a", 7);
        QCOMPARE(spin(rig, 20, echo), 20);
        QCOMPARE(rig.newEvents(Looping), "");
        QCOMPARE(spin(rig, 979, echo), 1);
        QCOMPARE(rig.newEvents(Looping), Told);
        QCOMPARE(spin(rig, 10'000, echo), 10);
        QCOMPARE(rig.newEvents(Looping), "");
    }

    void e29_aLoopIsShownAtItsObjectAndCounted()
    {
        LoopRig rig;
        QCOMPARE(rig.state("a"), ItemState::Waiting);
        QVERIFY(rig.row("a").looping);
        QCOMPARE(rig.gauges().looping, 1U);
        QCOMPARE(rig.counters().loops, 1U);
        QCOMPARE(rig.depth(), 0U);
        const auto facts = rig.detail("a")->explanation;
        QCOMPARE(facts.size(), 1U);
        QCOMPARE(inWords(facts.front(), rig.now() + 100ms),
                 "runs again and again although nothing says that it has changed (last reason: "
                 "modified), so it runs once a second, next in 0.8s");
    }

    void e29_whereChangesAreNotCountedMoreRunsAMinuteAreALoop_data()
    {
        QTest::addColumn<int>("source");
        QTest::addColumn<int>("runs");
        QTest::newRow("events") << 0 << 300;
        QTest::newRow("what belongs to it") << 1 << 1000;
        QTest::newRow("versions of lists alone") << 2 << 300;
    }
    void e29_whereChangesAreNotCountedMoreRunsAMinuteAreALoop()
    {
        QFETCH(int, source);
        QFETCH(int, runs);
        ScheduleRig rig;
        const auto echo = [&] { source == 1 ? rig.ownerChanged("a") : rig.modified("a"); };
        rig.created("a");
        if (source == 2)
            rig.list({"a"}, 7);
        QCOMPARE(spin(rig, runs, echo), runs);
        QCOMPARE(rig.newEvents(Looping), "");
        spin(rig, runs / 30, echo);
        QVERIFY(rig.newEvents(Looping).starts_with("a:ran more than " + std::to_string(runs)
                                                   + " times a minute"));
    }

    void e29_whatChangesEachTimeIsNoLoop_data()
    {
        QTest::addColumn<int>("what");
        QTest::newRow("version of events") << 0;
        QTest::newRow("generation of the storage") << 1;
        QTest::newRow("it comes and goes") << 2;
        QTest::newRow("version of lists") << 3;
    }
    void e29_whatChangesEachTimeIsNoLoop()
    {
        QFETCH(int, what);
        ScheduleRig rig;
        rig.created("a", 1);
        Version version = 1;
        int runs = 0;
        for (int i = 0; i < 1000; ++i, rig.pass(1ms)) {
            runs += !rig.run(ofGeneration(what == 1 ? version : 0)).empty();
            ++version;
            if (what == 2)
                i % 2 == 0 ? rig.deleted("a") : rig.created("a", 1);
            else if (what == 3)
                rig.list({"a"}, version);
            else
                rig.modified("a", what == 0 ? version : 0);
        }
        QCOMPARE(runs, 1000);
        QCOMPARE(rig.newEvents(Looping), "");
    }

    void e29_aStorageThatCountsSaysThatItHasNotChanged()
    {
        ScheduleRig rig;
        rig.created("a");
        QCOMPARE(spin(
                     rig, 30, [&rig] { rig.modified("a"); }, ofGeneration(3)),
                 21);
        QCOMPARE(rig.newEvents(Looping), Told);
    }

    void e29_whatComesAtIntervalsIsNoLoop()
    {
        ScheduleRig rig({.maxRetries = 100'000, .backoffBase = 1ms, .backoffMax = 1ms});
        for (int i = 0; i < 1000; ++i) { // resyncs
            rig.list({"a"});
            QCOMPARE(rig.runAll(), "a");
        }
        rig.on<Orders>([](Orders &orders, TimePoint now) { orders.setRetryRate(1e6, 1000, now); });
        rig.requeue("a");
        for (int i = 0; i < 1000; ++i, rig.pass(3ms)) // retries
            QCOMPARE(rig.run(retry()), "a");
        for (int i = 0; i < 1000; ++i) { // an operator
            rig.requeue("a");
            QCOMPARE(rig.run(), "a");
        }
        QCOMPARE(rig.newEvents(Looping), "");
    }

    void e29_aHandlerThatWantsItAtOnceForEverIsSlowed()
    {
        ScheduleRig rig;
        rig.created("a");
        const auto none = [] {};
        QCOMPARE(spin(rig, 900, none, requeueAfter(0s)), 900);
        QCOMPARE(rig.newEvents(Looping), "");
        spin(rig, 200, none, waitFor("x", 1ms)); // a millisecond is no delay
        QVERIFY(rig.newEvents(Looping).starts_with("a:ran more than 1000 times a minute"));
        QCOMPARE(spin(rig, 10'000, none, requeueAfter(0s)), 10);
    }

    void e29_aFailingLoopIsNotRetriedFaster()
    {
        ScheduleRig rig({.backoffBase = 1ms});
        rig.created("a", 7);
        const auto echo = [&rig] { rig.modified("a", 7); };
        spin(rig, 1000, echo, retry());
        QCOMPARE(spin(rig, 10'000, echo, retry()), 10);
    }

    void e29_anOperatorsWordRunsItAtOnce()
    {
        LoopRig rig;
        QCOMPARE(rig.run(), "");
        rig.requeue("a");
        QCOMPARE(rig.run(), "a");
        rig.modified("a", 7);
        QCOMPARE(rig.run(), "");
    }

    void e29_aChangeEndsTheSlowdownAtOnce()
    {
        LoopRig rig;
        QCOMPARE(rig.run(), "");
        rig.modified("a", 8);
        QVERIFY(!rig.row("a").looping);
        QCOMPARE(rig.run(), "a");
        QCOMPARE(rig.depth(), 0U);
        QCOMPARE(rig.newEvents(Looping), Told);
        spin(rig, 30, [&rig] { rig.modified("a", 8); });
        QVERIFY(rig.row("a").looping);
        QCOMPARE(rig.newEvents(Looping), ""); // within the minute
    }

    void e29_aMinuteOfRestEndsALoop()
    {
        LoopRig rig;
        rig.pass(1s);
        QCOMPARE(rig.runAll(), "a");
        QCOMPARE(rig.newEvents(Looping), Told);
        rig.pass(59s);
        QCOMPARE(rig.gauges().looping, 1U);
        static_cast<void>(rig.pull());
        rig.pass(2s);
        QCOMPARE(rig.gauges().looping, 0U);
        const ControllerDelta news = rig.pull();
        QCOMPARE(news.changed.size(), 1U);
        QVERIFY(!news.changed.front().looping);
        spin(rig, 30, rig.echo);
        QCOMPARE(rig.newEvents(Looping), Told);
        QCOMPARE(rig.counters().loops, 2U);
    }

    void e29_eachRunOfALoopIsQueuedOnce()
    {
        LoopRig rig;
        for (int i = 0; i < 10; ++i) {
            rig.modified("a", 7);
            rig.add("a", Cause::Handler);
            rig.pass(1s);
            QCOMPARE(rig.run(), "a");
        }
        QCOMPARE(rig.counters().queued, rig.counters().dequeued);
    }

    void e29_aSlowedObjectIsPausedAndGoesOn()
    {
        LoopRig rig;
        rig.pauseItem("a");
        rig.pass(10s);
        QCOMPARE(rig.run(), "");
        QCOMPARE(rig.state("a"), ItemState::Paused);
        rig.resumeItem("a");
        QCOMPARE(rig.runAll(), "a");
        QCOMPARE(rig.counters().queued, rig.counters().dequeued);
    }

    void e29_theRemovalOfWhatLoopedIsNotSlowed()
    {
        LoopRig rig;
        rig.deleted("a");
        QCOMPARE(rig.runAll(), "-a");
        QCOMPARE(rig.gauges().looping, 0U);
        QCOMPARE(rig.itemsInMemory(), 0U);
    }

    void e29_aSlowedRunIsWorkThatIsLeft()
    {
        LoopRig rig;
        QCOMPARE(rig.unfinished().count, 1U);
    }
};

QONTROLLER_TEST(ScheduleLoopsTest)
#include "tst_scheduleloops.moc"
