// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/fakefeed.h"
#include "support/fakes.h"
#include "support/warnings.h"
#include "support/windowtest.h"

#include "ui/state/deltapump.h"
#include "ui/state/itemstore.h"
#include "ui/state/jobsfeed.h"
#include "ui/state/livestate.h"

#include "core/engine/observe/feed/delta.h"
#include "core/engine/observe/items/itemdetail.h"

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

/// Two hosts elsewhere, each with a feed of its own, and what a window knows of them.
struct TwoHosts
{
    TwoHosts()
    {
        int i = 0;
        for (FakeFeed &feed : feeds) {
            const HostStatus &host = hosts.add(i == 0 ? "db1" : "db2");
            hosts.feeds[host.id] = &feed;
            ids[i] = feed.addController("photos", "fake", FakeHosts::runOf(host));
            feed.setItem(ids[i++], "of " + host.name, ItemState::InSync);
        }
        QObject::connect(&pump, &DeltaPump::sampled, &state,
                         [this](const std::vector<Sample> &samples) {
                             state.setHosts(hosts.elsewhere());
                             state.record(samples);
                         });
        QObject::connect(&pump, &DeltaPump::pulled, &state, &LiveState::apply);
    }
    ~TwoHosts()
    {
        for (FakeFeed &feed : feeds)
            feed.release();
    }

    std::array<FakeFeed, 2> feeds;
    std::array<ControllerId, 2> ids;
    FakeControl control;
    FakeHosts hosts{feeds[0], control};
    LiveState state;
    DeltaPump pump{hosts};
};

} // namespace

class FeedTest final : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }
    void hurriesWhileMoreIsPending()
    {
        FakeFeed feed;
        FakeControl control;
        const FakeHosts hosts(feed, control);
        LiveState state;
        DeltaPump pump(hosts);
        connect(&pump, &DeltaPump::pulled, &state, &LiveState::apply);
        const ControllerId id = feed.addController("a");
        const std::size_t count = 3 * DeltaRowLimit;
        for (std::size_t i = 0; i < count; ++i)
            feed.setItem(id, rowOf(std::to_string(i)));
        pump.start();
        QTRY_COMPARE(state.items().liveCount(), count);
        QCOMPARE(rowsPending(state), 0u);
    }

    void isStaleAfterTwoSeconds()
    {
        FakeFeed feed;
        FakeControl control;
        const FakeHosts hosts(feed, control);
        ManualClock clock;
        DeltaPump pump(hosts, clock);
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

    void spikeWhileTheWindowIsBusyIsInTheHistory()
    {
        FakeFeed feed;
        FakeControl control;
        const FakeHosts hosts(feed, control);
        LiveState state;
        DeltaPump pump(hosts);
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

    void stopLetsTheFeedForget()
    {
        FakeFeed feed;
        FakeControl control;
        const FakeHosts hosts(feed, control);
        DeltaPump pump(hosts);
        pump.start();
        pump.stop();
        QCOMPARE(feed.detaches(), 1);
        pump.stop();
        QCOMPARE(feed.detaches(), 1);
    }

    void aHostElsewhereThatHangsHoldsNoOtherUp()
    {
        TwoHosts rig;
        rig.pump.start();
        QTRY_COMPARE(rig.state.items().liveCount(), 2u);
        rig.feeds[0].hang();
        QTRY_VERIFY(rig.feeds[0].isAwaited());
        rig.feeds[1].setItem(rig.ids[1], "later", ItemState::InSync);
        QTRY_COMPARE(rig.state.items().liveCount(), 3u);
        QSignalSpy pulled(&rig.pump, &DeltaPump::pulled);
        QTRY_VERIFY(pulled.size() > 10);
        QVERIFY(!rig.pump.isStale()); // hosts that do not answer say so themselves
        rig.feeds[0].setItem(rig.ids[0], "late", ItemState::InSync);
        rig.feeds[0].release();
        QTRY_COMPARE(rig.state.items().liveCount(), 4u);
    }

    void aHostThatIsNotShownAnyMoreTakesItsControllersAndJobsAlong()
    {
        TwoHosts rig;
        JobsFeed jobs(rig.hosts, rig.pump);
        const JobKey kept = rig.hosts.jobs.add({}, 1);
        rig.hosts.jobs.add({}, 2);
        rig.pump.start();
        QTRY_COMPARE(rig.state.items().liveCount(), 2u);
        QTRY_COMPARE(jobs.jobs().size(), 2u);
        rig.hosts.all.pop_back();
        QTRY_COMPARE(rig.state.controllers().size(), 1u);
        QCOMPARE(rig.state.items().liveCount(), 1u);
        QVERIFY(!rig.state.history(rig.ids[1]));
        QTRY_COMPARE(jobs.jobs().size(), 1u);
        QCOMPARE(jobs.jobs().front().key, kept);
    }

    void tellsWhatAHostSaysOfAnItemThatIsLookedAt()
    {
        TwoHosts rig;
        std::vector<HostPicture::Detail> told;
        connect(&rig.pump, &DeltaPump::detailTold, &rig.state,
                [&](const HostPicture::Detail &detail) { told.push_back(detail); });
        rig.pump.start();
        QTRY_COMPARE(rig.state.items().liveCount(), 2u);
        rig.pump.look({rig.ids[1], 0, "of db2"});
        QTRY_COMPARE(told.size(), 1u);
        QCOMPARE(told[0].controller, rig.ids[1]);
        QCOMPARE(told[0].detail->row.id, ObjectId("of db2"));
        rig.pump.look({rig.ids[0], 0, "of db2"});
        QTRY_COMPARE(told.size(), 2u);
        QCOMPARE(told[1].controller, rig.ids[0]);
        QVERIFY(!told[1].detail);
        QSignalSpy pulled(&rig.pump, &DeltaPump::pulled);
        QTRY_VERIFY(pulled.size() > 3);
        QCOMPARE(told.size(), 2u); // once for each look
    }

    // Each is sampled by itself, and while one hangs its work is still there.
    void theTotalOfHostsIsThatOfAll()
    {
        TwoHosts rig;
        for (const std::size_t i : {0, 1})
            rig.feeds[i].edit(rig.ids[i], [](ControllerView &view) { view.gauges.depth = 7; });
        rig.pump.start();
        const auto last = [](const ControllerHistory *history) {
            return history ? history->series(Series::Depth).last().value_or(0) : 0;
        };
        QTRY_COMPARE(last(rig.state.history()), 14.0);
        rig.feeds[0].hang();
        QTRY_VERIFY(rig.feeds[0].isAwaited());
        rig.feeds[1].edit(rig.ids[1], [](ControllerView &view) { view.gauges.depth = 8; });
        QTRY_COMPARE(last(rig.state.history()), 15.0);
        QCOMPARE(last(rig.state.historyOfHost(rig.ids[1].of.host)), 8.0);
        rig.feeds[0].release();
    }

    void aHostThatHangsHoldsNoJobOfAnotherUp()
    {
        TwoHosts rig;
        JobsFeed jobs(rig.hosts, rig.pump);
        const JobKey first = rig.hosts.jobs.add({}, 1);
        const JobKey second = rig.hosts.jobs.add({}, 2);
        const auto isBegun = [&](const JobKey &key) {
            return rig.hosts.jobs.find(key)->state != JobState::Prepared;
        };
        rig.hosts.jobs.hang(1);
        std::vector<JobPort::Answer> told;
        jobs.begin({first, second}, [&](const auto &answers) { told = answers; });
        QTRY_VERIFY(isBegun(second));
        QVERIFY(!isBegun(first));
        QVERIFY(told.empty()); // all answers come together
        rig.hosts.jobs.hang(0);
        QTRY_COMPARE(told.size(), 2u);
        QCOMPARE(told[0]->key, first);
        QCOMPARE(told[1]->key, second);
    }

    void stateAddsControllersUp()
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
        QCOMPARE(state.book().at(1).name, "a");
    }

    void frozenStateStillRecordsHistory()
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

    void eventsPerSecondComeFromTriggers()
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
};

QONTROLLER_WINDOW_TEST(FeedTest)
#include "tst_feed.moc"
