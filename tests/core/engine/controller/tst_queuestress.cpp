// SPDX-License-Identifier: LGPL-3.0-or-later
// Workers that take many ids at once, come and go, floods of events, an operator, readers and sinks
// that were kept, all at once: E1 and E2 hold for each id, and in the end all counts agree.
#include "effort.h"
#include "queueing.h"
#include "testprogram.h"

#include "core/engine/controller/listbatch.h"
#include "core/engine/controller/sourcetargets.h"
#include "core/engine/observe/feed/delta.h"
#include "core/engine/observe/items/itemdetail.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <deque>
#include <mutex>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

constexpr std::string_view Prefix = "namespace/object-number-";

ControllerOptions quickOptions()
{
    ControllerOptions options;
    options.massDeletionGuard = false;
    options.backoffBase = 1ms;
    options.backoffMax = 1ms;
    options.retryRate = 1e6;
    options.retryBurst = 1'000'000;
    return options;
}

/// One queue, what its source wants of each id, and what its workers have seen of that.
class StressedQueue
{
public:
    explicit StressedQueue(std::size_t ids)
        : m_ids(ids)
        , m_queue(SteadyClock::instance(), m_options, 7)
        , m_source(m_queue, [this] { return m_options; })
    {
        for (std::size_t i = 0; i < ids; ++i)
            m_ids[i].name = std::string(Prefix) + std::to_string(i);
        m_source.beginList();
        m_source.endList(ListResult::complete());
        m_source.openGate();
    }

    /// Until the queue is shut down. Who is sent away comes again, as somebody else.
    void work(int number)
    {
        std::minstd_rand random(static_cast<unsigned>(number));
        while (!m_isShutDown)
            work(newSeat(number), random);
    }
    void work(Seat &seat, std::minstd_rand &random)
    {
        for (auto lease = m_queue.take(seat); lease;) {
            const RunResult result = run(*lease, random() % 1000);
            if (random() % 1000 == 0) {
                lease.reset(); // a failure that has no words
                lease = m_queue.take(seat);
            } else {
                m_queue.exchange(lease, result, SteadyClock::instance().now());
            }
        }
    }
    void flood(unsigned seed, int events)
    {
        std::minstd_rand random(seed);
        const int tail = events / 10;
        while (events-- > 0) {
            m_floods -= events == tail;
            Id &id = m_ids[random() % m_ids.size()];
            ++id.wanted;
            const bool isDeleted = random() % 50 == 0;
            m_source.event(isDeleted ? EventType::Deleted : EventType::Modified, id.name, 0);
            if (random() % 400 == 0)
                std::this_thread::yield();
        }
    }
    /// Whatever an operator and those who look do, until the floods come to their end: a look mends
    /// what waits in the wrong place, so the last events do without.
    void meddle()
    {
        std::minstd_rand random(99);
        while (m_floods > 0) {
            meddle(random() % 9, m_ids[random() % m_ids.size()].name, random());
            for (std::uint64_t i = random() % 200; i > 0; --i)
                std::this_thread::yield();
        }
    }
    void shutDown()
    {
        m_isShutDown = true;
        m_queue.shutDown();
    }
    [[nodiscard]] bool drain() { return m_queue.drain(SteadyClock::instance().now() + 30s); }
    void setFloods(int count) { m_floods = count; }

    [[nodiscard]] bool isQuiet()
    {
        const Gauges gauges = look().first;
        const auto in = [&gauges](ItemState state) {
            return gauges.states[static_cast<std::size_t>(state)];
        };
        return gauges.running == 0 && gauges.depth == 0 && in(ItemState::BackOff) == 0
               && in(ItemState::Paused) == 0;
    }
    [[nodiscard]] std::pair<Gauges, Counters> look()
    {
        return m_queue.update<View>([](View &view, TimePoint now) {
            Gauges gauges;
            view.fill(gauges, now);
            return std::pair(gauges, view.counters());
        });
    }
    [[nodiscard]] int lost() const
    {
        return static_cast<int>(std::ranges::count_if(m_ids, [](const Id &id) {
            return id.seen.load() != id.wanted.load();
        }));
    }
    [[nodiscard]] int twice() const { return m_twice; }
    [[nodiscard]] std::uint64_t runs() const { return m_runs; }

private:
    struct Id
    {
        std::string name;
        std::atomic<int> wanted{0}; // events
        std::atomic<int> seen{0};   // … of these, when it ran last
        std::atomic<int> inside{0}; // handlers that run
    };

    RunResult run(const Lease &lease, std::uint64_t dice)
    {
        Id &id = m_ids[std::stoul(std::string(lease.id().substr(Prefix.size())))];
        m_twice += id.inside.fetch_add(1) != 0;
        id.seen = id.wanted.load();
        RunResult result;
        if (dice < 10)
            result.outcome = Outcome::retry("no");
        else if (dice < 20)
            result.outcome = Outcome::requeueAfter(1ms);
        else if (dice < 22)
            beSlow();
        else if (dice < 24)
            result.outcome = Outcome::shortage("no memory", 1ms);
        else if (dice < 26)
            keep(lease.run().shared_from_this());
        else if (dice < 40)
            lease.run().progress(1, 2);
        if (lease.run().existence() == Existence::Deleted)
            result.ran = Ran::Remove;
        id.inside.fetch_sub(1);
        ++m_runs;
        return result;
    }
    /// Others have time to take what waits behind this one.
    void beSlow()
    {
        const TimePoint until = SteadyClock::instance().now() + 2ms;
        while (SteadyClock::instance().now() < until)
            std::this_thread::yield();
    }
    void keep(std::shared_ptr<AttemptSink> sink)
    {
        constexpr std::size_t Most = 50;
        const std::lock_guard lock(m_mutex);
        m_forgotten.push_back(sink);
        m_kept.push_back(std::move(sink));
        if (m_kept.size() > Most)
            m_kept.pop_front();
        if (m_forgotten.size() > 2 * Most)
            m_forgotten.pop_front();
    }
    /// Of runs that have ended, or not.
    void sayMore()
    {
        const std::lock_guard lock(m_mutex);
        for (const auto &each : m_forgotten) {
            if (const auto sink = each.lock())
                sink->progress(3, 4);
        }
    }
    Seat &newSeat(int number)
    {
        const std::lock_guard lock(m_mutex);
        Seat &seat = m_seats.emplace_back();
        seat.number = number;
        return seat;
    }
    void keepSeats(std::size_t wanted)
    {
        const std::lock_guard lock(m_mutex);
        std::vector<Seat *> all;
        for (Seat &seat : m_seats)
            all.push_back(&seat);
        static_cast<void>(m_queue.keepSeats(all, wanted));
    }
    void meddle(std::uint64_t dice, const std::string &id, std::uint64_t number)
    {
        switch (dice) {
        case 0:
            return m_queue.update<Orders>([&](Orders &orders, TimePoint now) {
                orders.pauseItem(id, now + 1ms, "to look at it", now);
            });
        case 1:
            return m_queue.update<Orders>(
                [&](Orders &orders, TimePoint now) { orders.requeueItem(id, 0, now); });
        case 2:
            return m_queue.update<Orders>(
                [&](Orders &orders, TimePoint now) { orders.pause(now + 1ms, "a moment"); });
        case 3: return pull();
        case 4:
            return static_cast<void>(
                m_queue.update<View>([&](View &view, TimePoint) { return view.detail(id); }));
        case 5:
            return m_queue.walk<View>([](View &view, ItemTable::Walk &walk, TimePoint) {
                std::vector<ItemRow> rows;
                view.rows(walk, AllStates, rows);
            });
        case 6: return sayMore();
        case 7: return keepSeats(1 + number % 3);
        default: return list();
        }
    }
    void pull()
    {
        ControllerDelta delta;
        std::size_t room = DeltaBytes;
        while (m_queue.update<View>([&](View &view, TimePoint) {
            return view.collect(1, Reads::Everything, delta, room);
        })) {
        }
    }
    void list()
    {
        m_source.beginList();
        ListBatch batch(m_source);
        for (const Id &id : m_ids)
            batch.add(id.name, 0);
        batch.flush();
        m_source.endList(ListResult::partial("for the tumult"));
    }

    ControllerOptions m_options = quickOptions();
    std::vector<Id> m_ids;
    WorkQueue m_queue;
    PrimaryTarget m_source;
    std::mutex m_mutex; // of the next three; taken before that of the queue
    std::deque<Seat> m_seats;
    std::deque<std::shared_ptr<AttemptSink>> m_kept;
    std::deque<std::weak_ptr<AttemptSink>> m_forgotten;
    std::atomic<bool> m_isShutDown{false};
    std::atomic<int> m_floods{0};
    std::atomic<int> m_twice{0};
    std::atomic<std::uint64_t> m_runs{0};
};

/// Its workers end.
struct Closer
{
    StressedQueue &queue;
    ~Closer() { queue.shutDown(); }
};

} // namespace

class QueueStressTest : public QObject
{
    Q_OBJECT

private slots:
    void nothingIsLostAndNothingRunsTwiceAtOnce_data()
    {
        QTest::addColumn<int>("ids");
        QTest::addColumn<int>("workerCount");
        QTest::newRow("many ids") << 3000 << 3;
        QTest::newRow("more workers than ids") << 3 << 6;
    }
    void nothingIsLostAndNothingRunsTwiceAtOnce()
    {
        constexpr int Floods = 2;
        QFETCH(int, ids);
        QFETCH(int, workerCount);
        StressedQueue queue(static_cast<std::size_t>(ids));
        queue.setFloods(Floods);
        std::vector<std::jthread> workers;
        const Closer closer{queue}; // whatever comes of this
        for (int i = 1; i <= workerCount; ++i)
            workers.emplace_back([&queue, i] { queue.work(i); });
        {
            std::vector<std::jthread> others;
            for (unsigned i = 0; i < Floods; ++i)
                others.emplace_back([&queue, i] { queue.flood(i + 77, effort(600'000)); });
            others.emplace_back([&queue] { queue.meddle(); });
        }
        QTRY_COMPARE(queue.lost(), 0); // without a look
        QTRY_VERIFY(queue.isQuiet());
        QCOMPARE(queue.twice(), 0);
        const auto [gauges, counters] = queue.look();
        QCOMPARE(counters.handled, counters.dequeued);
        QCOMPARE(counters.handled, queue.runs());
        QCOMPARE(std::accumulate(gauges.states.begin(), gauges.states.end(), std::uint64_t(0)),
                 std::uint64_t(gauges.known));
        queue.flood(99, 2000);
        queue.shutDown();
        QVERIFY(queue.drain());
        QCOMPARE(queue.lost(), 0);
    }
};

QONTROLLER_TEST(QueueStressTest)
#include "tst_queuestress.moc"
