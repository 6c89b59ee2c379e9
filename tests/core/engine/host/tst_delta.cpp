// SPDX-License-Identifier: LGPL-3.0-or-later
#include "enginerig.h"

#include "effort.h"
#include "testprogram.h"

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// What a front end makes of the deltas it gets.
class FrontEnd
{
public:
    void take(const ControllerDelta &delta)
    {
        if (delta.resetRows)
            m_rows.clear();
        for (const ItemRow &row : delta.changed)
            m_rows[row.key] = row;
        for (const ItemKey key : delta.removed)
            m_rows.erase(key);
        for (const EventRecord &event : delta.events) {
            m_eventsInOrder = m_eventsInOrder && event.number == m_lastEvent + 1;
            m_lastEvent = event.number;
        }
    }
    [[nodiscard]] std::set<ObjectId> ids() const
    {
        std::set<ObjectId> ids;
        for (const auto &[key, row] : m_rows)
            ids.insert(row.id);
        return ids;
    }
    [[nodiscard]] std::size_t count(ItemState state) const
    {
        return static_cast<std::size_t>(std::ranges::count_if(m_rows, [state](const auto &entry) {
            return entry.second.state == state;
        }));
    }
    [[nodiscard]] std::size_t rows() const { return m_rows.size(); }
    [[nodiscard]] std::uint64_t events() const { return m_lastEvent; }
    [[nodiscard]] bool eventsInOrder() const { return m_eventsInOrder; }

private:
    std::map<ItemKey, ItemRow> m_rows;
    std::uint64_t m_lastEvent = 0;
    bool m_eventsInOrder = true;
};

} // namespace

/// What a front end learns: pull(), detach(), detail().
class DeltaTest : public QObject
{
    Q_OBJECT

private slots:
    void firstEverythingInPortionsThenOnlyWhatChanged()
    {
        SettledRig rig(12'000);
        FrontEnd front;
        for (int pull = 0; front.rows() < 12'000; ++pull) {
            QVERIFY(pull < 4);
            const ControllerDelta delta = rig.pull();
            QCOMPARE(delta.resetRows, pull == 0);
            QVERIFY(delta.changed.size() <= DeltaRowLimit);
            front.take(delta);
            const auto missing = static_cast<double>(12'000 - front.rows());
            QCOMPARE(delta.rowsPending > 0, missing > 0);
            QVERIFY(std::abs(static_cast<double>(delta.rowsPending) - missing) < 500); // about
        }
        QCOMPARE(front.ids().size(), std::size_t(12'000));
        QVERIFY(rig.pull().changed.empty());

        rig.source->modified("o7");
        rig.source->created("new");
        rig.source->deleted("o8");
        QVERIFY(rig.settles());
        const ControllerDelta delta = rig.pull();
        QCOMPARE(delta.changed.size(), std::size_t(2));
        QCOMPARE(delta.removed.size(), std::size_t(1));
        QVERIFY(!delta.resetRows);
        front.take(delta);
        QVERIFY(front.ids().contains("new") && !front.ids().contains("o8"));
        QVERIFY(rig.pull().changed.empty());
    }

    void samplesAgreeWithDeltasAndTakeNothingFromThem()
    {
        SettledRig rig(7);
        const Sample sample = rig.host.sample();
        QCOMPARE(sample.controllers.size(), std::size_t(1));
        QCOMPARE(sample.now, rig.clock.now());
        const ControllerDelta delta = rig.pull();
        QCOMPARE(delta.changed.size(), std::size_t(7));
        QCOMPARE(sample.controllers.front().id, delta.id);
        QCOMPARE(sample.controllers.front().gauges.known, 7U);
        QCOMPARE(sample.controllers.front().gauges.known, delta.gauges.known);
        QCOMPARE(sample.controllers.front().counters.handled, delta.counters.handled);
    }

    void theFirstPullOfManyControllersIsBounded()
    {
        constexpr std::size_t Controllers = 8;
        constexpr std::size_t Objects = 4000;
        EngineRig rig;
        rig.source->putMany(Objects, std::string(1000, 'x'));
        for (std::size_t i = 0; i < Controllers; ++i)
            QVERIFY(rig.host.add(rig.spec("c" + std::to_string(i))));
        QVERIFY(eventually([&] {
            return std::ranges::all_of(rig.host.status(), [](const ControllerStatus &status) {
                return status.gauges.known == Objects && status.isIdle();
            });
        }));
        FeedReader reader(rig.host);
        std::vector<std::size_t> rows(Controllers);
        std::size_t pulls = 0;
        for (bool isMore = true; isMore; ++pulls) {
            const Delta delta = reader.pull();
            QCOMPARE(delta.controllers.size(), Controllers);
            isMore = false;
            std::size_t bytes = 0;
            for (std::size_t i = 0; i < Controllers; ++i) {
                for (const ItemRow &row : delta.controllers[i].changed)
                    bytes += bytesOf(row);
                rows[i] += delta.controllers[i].changed.size();
                isMore |= delta.controllers[i].rowsPending > 0;
            }
            QVERIFY2(bytes < DeltaBytes + (std::size_t{4} << 20), std::to_string(bytes).c_str());
        }
        QVERIFY(pulls > 2);
        QCOMPARE(rows, std::vector<std::size_t>(Controllers, Objects));
    }

    void eachReaderIsToldOfEverything()
    {
        SettledRig rig(10);
        QCOMPARE(rig.pull().changed.size(), std::size_t(10));
        FeedReader other(rig.host);
        const ControllerDelta first = other.pull().controllers.at(0);
        QVERIFY(first.resetRows);
        QCOMPARE(first.changed.size(), std::size_t(10));
        rig.source->modified("o1");
        rig.source->deleted("o2");
        QVERIFY(rig.settles());
        for (const ControllerDelta &delta : {rig.pull(), other.pull().controllers.at(0)}) {
            QCOMPARE(delta.changed.size(), std::size_t(1));
            QCOMPARE(delta.changed.at(0).id, "o1");
            QCOMPARE(delta.removed.size(), std::size_t(1));
        }
    }

    void whoReadsOnlyEventsGetsNoRows()
    {
        EngineRig rig;
        FeedReader log(rig.host, Reads::Events);
        rig.source->putMany(10);
        QVERIFY(rig.startAndSettle());
        rig.probe->onAdd([](const Attempt &) { return Outcome::park("no use"); });
        rig.source->modified("o1");
        QVERIFY(rig.reaches("o1", ItemState::Parked));
        const ControllerDelta delta = log.pull().controllers.at(0);
        QVERIFY(delta.changed.empty() && delta.removed.empty());
        QCOMPARE(delta.rowsPending, std::uint64_t(0));
        QVERIFY(std::ranges::any_of(delta.events, [](const EventRecord &event) {
            return event.kind == EventRecord::Kind::Parked && event.id == "o1";
        }));
        QVERIFY(rig.pull().events.size() >= delta.events.size()); // nothing was taken from it
    }

    void noEventWaitsForWhoReadsOnlyRows()
    {
        constexpr int Many = 20'000; // more events than are kept
        EngineRig rig;
        FeedReader journal(rig.host, Reads::Rows);
        QVERIFY(rig.startAndSettle());
        QCOMPARE(journal.pull().controllers.size(), std::size_t(1));
        rig.probe->onAdd([](const Attempt &) { return Outcome::park("no use"); });
        rig.source->putMany(Many);
        rig.command(ControllerVerb::Resync);
        QVERIFY(eventually([&] { return rig.inState(ItemState::Parked) == Many; }));
        QCOMPARE(rig.counters().eventsDropped, 0U); // nobody is there who could have missed them
        const ControllerDelta delta = journal.pull().controllers.at(0);
        QVERIFY(delta.events.empty());
        QCOMPARE(delta.changed.size(), DeltaRowLimit);
    }

    void eventsComeInTheirOrderWithoutAGap()
    {
        EngineRig rig;
        rig.probe->onAdd([](const Attempt &) { return Outcome::park("no use"); });
        rig.source->putMany(5000);
        rig.start();
        FrontEnd front;
        QVERIFY(eventually([&] {
            const ControllerDelta delta = rig.pull();
            front.take(delta);
            return front.events() == 5000 && delta.events.size() <= DeltaEventLimit;
        }));
        QVERIFY(front.eventsInOrder());
        QCOMPARE(rig.counters().eventsDropped, 0U);
        QVERIFY(rig.pull().events.empty());
    }

    void workersAreShownWithWhatTheyDo()
    {
        EngineRig rig;
        Latch &held = rig.latch();
        rig.options.workers = 3;
        rig.probe->onAdd([&held](const Attempt &attempt) {
            attempt.progress(3, 10);
            held.wait(attempt.stop);
            return Outcome::done();
        });
        rig.source->putMany(2);
        rig.start();
        QVERIFY(eventually([&] { return held.waiting() == 2; }));
        rig.pass(5s);
        ControllerDelta delta = rig.pull();
        QCOMPARE(delta.workers.size(), std::size_t(3));
        QCOMPARE(delta.gauges.oldestRunning, Duration(5s));
        QCOMPARE(delta.gauges.runningSum, Duration(10s));
        std::set<ObjectId> busy;
        std::set<int> numbers;
        for (const WorkerRow &row : delta.workers) {
            numbers.insert(row.number);
            QCOMPARE(row.busy, Duration(row.id.empty() ? 0s : 5s));
            busy.insert(row.id);
        }
        QVERIFY((busy == std::set<ObjectId>{"", "o0", "o1"}));
        QCOMPARE(rig.row("o0").progressDone, 3U);
        QCOMPARE(rig.row("o0").progressTotal, 10U);
        QVERIFY((numbers == std::set<int>{1, 2, 3})); // as people count
        QVERIFY(numbers.contains(rig.row("o0").worker));

        held.open();
        QVERIFY(rig.settles());
        rig.pass(5s);
        Duration all{};
        std::uint64_t done = 0;
        for (const WorkerRow &row : rig.pull().workers) {
            QVERIFY(row.id.empty());
            all += row.busy;
            done += row.done;
        }
        QCOMPARE(all, Duration(10s));
        QCOMPARE(done, 2U);
    }

    void aFrontEndThatPullsDuringChurnEndsUpRight()
    {
        EngineRig rig;
        constexpr int Ids = 200;
        rig.source->putMany(Ids);
        rig.start();
        std::atomic<bool> done = false;
        FrontEnd front;
        std::jthread puller([&] {
            while (!done)
                front.take(rig.pull());
        });
        {
            const auto run = [](auto step) {
                return std::jthread([step] {
                    for (int i = 0; i < effort(3000); ++i)
                        step(i, "o" + std::to_string(i % Ids));
                });
            };
            const auto events = run([&](int i, const ObjectId &id) {
                i % 3 ? rig.source->modified(id) : rig.source->deleted(id);
            });
            const auto commands = run([&](int i, const ObjectId &id) {
                i % 2 ? rig.command(ItemsAction{ItemVerb::Pause, {id}})
                      : rig.command(ItemsAction{ItemVerb::Resume, {id}});
            });
            const auto details = run(
                [&](int, const ObjectId &id) { static_cast<void>(rig.row(id)); });
            const auto requeues = run([&](int, const ObjectId &id) {
                rig.command(ItemsAction{ItemVerb::Requeue, {id}});
            });
        }
        QVERIFY(rig.settles());
        done = true;
        puller.join();
        front.take(rig.pull());
        const Gauges gauges = rig.gauges();
        QCOMPARE(front.rows(), std::size_t(gauges.known));
        for (const ItemState state : {ItemState::InSync, ItemState::Paused})
            QCOMPARE(front.count(state),
                     std::size_t(gauges.states[static_cast<std::size_t>(state)]));
        for (const ObjectId &id : front.ids())
            QVERIFY(rig.knows(id));
        while (!rig.pull().events.empty()) {
        }
        QVERIFY(front.eventsInOrder());
    }
};

QONTROLLER_TEST(DeltaTest)
#include "tst_delta.moc"
