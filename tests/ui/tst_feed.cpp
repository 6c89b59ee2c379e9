// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/fakefeed.h"
#include "support/warnings.h"
#include "support/windowtest.h"

#include "ui/state/deltapump.h"
#include "ui/state/itemstore.h"
#include "ui/state/livestate.h"

#include "core/engine/observe/feed/delta.h"

using namespace qontroller;
using namespace qontroller::ui;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

ItemRow rowOf(const std::string &id)
{
    ItemRow row;
    row.id = id;
    return row;
}

std::uint64_t knownIn(const LiveState &state)
{
    std::uint64_t sum = 0;
    for (const auto &[id, controller] : state.controllers())
        sum += controller.gauges.known;
    return sum;
}

} // namespace

class FeedTest final : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }
    void pullsByItself();
    void hurriesWhileMoreIsPending();
    void isStaleAfterTwoSeconds();
    void hangingFeedLeavesTheThreadOfTheWindowAlone();
    void spikeWhileTheWindowIsBusyIsInTheHistory();
    void stopLetsTheFeedForget();
    void stateAddsControllersUp();
    void stateForgetsRemovedControllers();
    void frozenStateStillRecordsHistory();
    void eventsPerSecondComeFromTriggers();
};

void FeedTest::pullsByItself()
{
    FakeFeed feed;
    DeltaPump pump(feed);
    QSignalSpy pulled(&pump, &DeltaPump::pulled);
    pump.start();
    QTRY_VERIFY(pulled.size() >= 3);
}

void FeedTest::hurriesWhileMoreIsPending()
{
    FakeFeed feed;
    LiveState state;
    DeltaPump pump(feed);
    connect(&pump, &DeltaPump::pulled, &state, &LiveState::apply);
    const ControllerId id = feed.addController("a");
    const std::size_t count = 3 * DeltaRowLimit;
    for (std::size_t i = 0; i < count; ++i)
        feed.setItem(id, rowOf(std::to_string(i)));
    pump.start();
    QTRY_COMPARE(state.items().liveCount(), count);
    QCOMPARE(rowsPending(state), 0u);
}

void FeedTest::isStaleAfterTwoSeconds()
{
    FakeFeed feed;
    ManualClock clock;
    DeltaPump pump(feed, clock);
    QSignalSpy stale(&pump, &DeltaPump::staleChanged);
    pump.deliver(std::make_shared<const Delta>(feed.pull()));
    clock.advance(1999ms);
    pump.checkAge();
    QVERIFY(!pump.isStale());
    clock.advance(1ms);
    pump.checkAge();
    QVERIFY(pump.isStale());
    QCOMPARE(pump.age(), Duration(2s));
    pump.deliver(std::make_shared<const Delta>(feed.pull()));
    QVERIFY(!pump.isStale());
    QCOMPARE(stale.size(), 2);
}

void FeedTest::hangingFeedLeavesTheThreadOfTheWindowAlone()
{
    FakeFeed feed;
    DeltaPump pump(feed);
    pump.start();
    QTRY_VERIFY(feed.pulls() > 0);
    feed.hang();
    QTRY_VERIFY(pump.isStale()); // the event loop runs, or this would never be noticed
    feed.release();
    QTRY_VERIFY(!pump.isStale());
}

void FeedTest::spikeWhileTheWindowIsBusyIsInTheHistory()
{
    FakeFeed feed;
    LiveState state;
    DeltaPump pump(feed);
    const ControllerId id = feed.addController("a");
    const auto setDepth = [&](std::uint64_t depth) {
        feed.edit(id, [depth](ControllerView &d) { d.gauges.depth = depth; });
    };
    bool sampled = false;
    connect(&pump, &DeltaPump::sampled, &state,
            [&](const std::vector<Sample> &samples) { state.record(samples); });
    connect(&pump, &DeltaPump::pulled, &state, &LiveState::apply);
    connect(&pump, &DeltaPump::pulled, &state, [&] { // a tick that takes its time
        if (sampled)
            return;
        setDepth(500);
        sampled = feed.waitForSamples(1);
        setDepth(0);
    });
    pump.start();
    const auto peak = [&](ControllerId of) {
        double high = 0;
        if (const ControllerHistory *history = state.history(of)) {
            for (const RingPoint &point :
                 history->series(Series::Depth).ring(0).points(state.now()))
                high = std::max(high, point.high);
        }
        return high;
    };
    QTRY_COMPARE(peak(0), 500.0);
    QCOMPARE(peak(id), 500.0);
    QVERIFY(sampled);
}

void FeedTest::stopLetsTheFeedForget()
{
    FakeFeed feed;
    DeltaPump pump(feed);
    pump.start();
    pump.stop();
    QCOMPARE(feed.detaches(), 1);
    pump.stop();
    QCOMPARE(feed.detaches(), 1);
}

void FeedTest::stateAddsControllersUp()
{
    FakeFeed feed;
    LiveState state;
    for (const char *name : {"a", "b"}) {
        const ControllerId id = feed.addController(name);
        feed.setItem(id, "x", ItemState::Failed);
        feed.edit(id, [](ControllerView &d) { d.gauges.depth = 7; });
    }
    state.apply(std::make_shared<const Delta>(feed.pull()));
    QCOMPARE(knownIn(state), 2u);
    QCOMPARE(inState(state, ItemState::Failed), 2u);
    QCOMPARE(*state.history()->series(Series::Depth).last(), 14.0);
    QCOMPARE(*state.history(1)->series(Series::Depth).last(), 7.0);
    QVERIFY(!state.history(99));
    QCOMPARE(state.book().at(1).name, QStringLiteral("a"));
}

void FeedTest::stateForgetsRemovedControllers()
{
    FakeFeed feed;
    LiveState state;
    const ControllerId id = feed.addController("a");
    feed.setItem(id, "x", ItemState::Failed);
    state.apply(std::make_shared<const Delta>(feed.pull()));
    feed.removeController(id);
    state.apply(std::make_shared<const Delta>(feed.pull()));
    QVERIFY(state.controllers().empty());
    QCOMPARE(state.items().liveCount(), 0u);
    QVERIFY(!state.history(id));
}

void FeedTest::frozenStateStillRecordsHistory()
{
    FakeFeed feed;
    LiveState state;
    const ControllerId id = feed.addController("a");
    state.apply(std::make_shared<const Delta>(feed.pull()));
    QSignalSpy updates(&state, &LiveState::updated);
    state.setFrozen(true);
    feed.edit(id, [](ControllerView &d) { d.gauges.depth = 9; });
    feed.setItem(id, "x", ItemState::Failed);
    state.apply(std::make_shared<const Delta>(feed.pull()));
    QCOMPARE(updates.size(), 0);
    QCOMPARE(knownIn(state), 0u);
    QCOMPARE(*state.history()->series(Series::Depth).last(), 9.0);
    state.setFrozen(false);
    QCOMPARE(updates.size(), 1);
    QCOMPARE(knownIn(state), 1u);
    QCOMPARE(state.items().liveCount(), 1u);
}

void FeedTest::eventsPerSecondComeFromTriggers()
{
    FakeFeed feed;
    LiveState state;
    feed.setStep(2s);
    const ControllerId id = feed.addController("a");
    state.apply(std::make_shared<const Delta>(feed.pull()));
    feed.edit(id, [](ControllerView &d) { d.counters.triggers = 100; });
    state.apply(std::make_shared<const Delta>(feed.pull()));
    QCOMPARE(state.log().perSecond(), 50.0);
}

QONTROLLER_WINDOW_TEST(FeedTest)
#include "tst_feed.moc"
