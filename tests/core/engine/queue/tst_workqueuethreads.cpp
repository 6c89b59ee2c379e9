// SPDX-License-Identifier: LGPL-3.0-or-later
#include "asleep.h"
#include "eventually.h"
#include "printing.h"
#include "schedulerig.h"
#include "testprogram.h"

#include <atomic>
#include <map>
#include <random>
#include <thread>
#include <vector>

#include <unistd.h>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

/// Notices when an id is handled twice at once, and counts.
class Watched
{
public:
    void enter(std::string_view id)
    {
        MutexLock lock(m_mutex);
        m_overlapped = m_overlapped || m_inside[std::string(id)]++ > 0;
        ++m_runs[std::string(id)];
    }
    void leave(std::string_view id)
    {
        MutexLock lock(m_mutex);
        --m_inside[std::string(id)];
    }
    [[nodiscard]] bool overlapped()
    {
        MutexLock lock(m_mutex);
        return m_overlapped;
    }
    [[nodiscard]] int runs(const std::string &id)
    {
        MutexLock lock(m_mutex);
        return m_runs[id];
    }
    [[nodiscard]] std::size_t ids()
    {
        MutexLock lock(m_mutex);
        return m_runs.size();
    }

private:
    Mutex m_mutex;
    std::map<std::string, int> m_inside;
    std::map<std::string, int> m_runs;
    bool m_overlapped = false;
};

/// Threads that run \a handle for each lease until the queue is shut down and empty.
class Workers
{
public:
    template<class Handle>
    Workers(ScheduleRig &rig, int count, Handle handle)
        : m_rig(rig)
    {
        for (int i = 0; i < count; ++i) {
            m_threads.emplace_back([&rig, i, handle] {
                Seat seat;
                seat.number = i;
                auto lease = rig.queue.take(seat);
                while (lease)
                    rig.queue.exchange(lease, handle(lease->id()), rig.clock.now());
            });
        }
    }
    ~Workers()
    {
        m_rig.queue.shutDown();
        m_threads.clear();
    }

private:
    ScheduleRig &m_rig;
    std::vector<std::jthread> m_threads;
};

} // namespace

class WorkQueueThreadsTest : public QObject
{
    Q_OBJECT

private slots:
    void e1_fiftyProducersAndTenConsumersHandleEveryIdAndNoneTwiceAtOnce()
    {
        ScheduleRig rig;
        Watched watched;
        {
            Workers consumers(rig, 10, [&](std::string_view id) {
                watched.enter(id);
                std::this_thread::yield();
                watched.leave(id);
                return done();
            });
            {
                std::vector<std::jthread> producers;
                for (int producer = 0; producer < 50; ++producer) {
                    producers.emplace_back([&rig] {
                        for (int id = 0; id < 50; ++id)
                            rig.add(ScheduleRig::objectName(id));
                    });
                }
            }
            rig.queue.shutDown();
            rig.add("added after shutdown!");
        }
        QVERIFY(!watched.overlapped());
        QCOMPARE(watched.ids(), 50u);
        QCOMPARE(watched.runs("added after shutdown!"), 0);
        QCOMPARE(rig.depth(), 0u);
        QCOMPARE(rig.gauges().running, 0u);
    }

    void e2_everyIdAddedAgainWhileItIsHandledRunsAgain()
    {
        ScheduleRig rig;
        Watched watched;
        std::atomic<int> handled = 0;
        {
            Workers consumers(rig, 10, [&](std::string_view id) {
                watched.enter(id);
                if (watched.runs(std::string(id)) == 1)
                    rig.add(id);
                watched.leave(id);
                ++handled;
                return done();
            });
            std::vector<std::jthread> producers;
            for (int producer = 0; producer < 50; ++producer) {
                producers.emplace_back(
                    [&rig, producer] { rig.add(ScheduleRig::objectName(producer)); });
            }
            QVERIFY(eventually([&] { return handled == 100; }));
        }
        QVERIFY(!watched.overlapped());
        QCOMPARE(rig.depth(), 0u);
        for (int id = 0; id < 50; ++id)
            QCOMPARE(watched.runs(ScheduleRig::objectName(id)), 2);
    }

    // Else a worker whose runs are short takes few items at once, the fewer the more it waits.
    void theWaitForTheLockIsOfNoRun()
    {
        ScheduleRig rig;
        rig.listObjects(2);
        std::atomic<::pid_t> thread = 0;
        std::atomic<bool> mayGoOn = false;
        std::optional<TimePoint> begun;
        Seat seat;
        std::jthread worker([&] {
            auto lease = rig.queue.take(seat);
            thread = ::gettid();
            while (!mayGoOn) // awake, so that it sleeps for the lock alone
                std::this_thread::yield();
            rig.queue.exchange(lease, {}, rig.now());
            begun = lease->run().startedAt();
        });
        QVERIFY(eventually([&] { return thread != 0; }));
        const bool waits = rig.on<View>([&](View &, TimePoint) {
            mayGoOn = true;
            const bool isAway = eventually([&] { return isAsleep(thread); });
            rig.clock.advance(1s);
            return isAway;
        });
        worker.join();
        QVERIFY(waits);
        QCOMPARE(begun, std::optional(rig.now()));
        QCOMPARE(seat.busy, Duration::zero());
    }

    void drainWaitsForQueuedDirtyAndRunning()
    {
        ScheduleRig rig;
        rig.add("foo");
        rig.add("bar");
        Seat seat;
        auto lease = rig.queue.take(seat);
        rig.add("foo"); // dirty
        rig.queue.shutDown();
        std::atomic<bool> drained = false;
        std::jthread waiter([&] { drained = rig.queue.drain(TimePoint::max()); });

        QCOMPARE(std::string(lease->id()), "foo");
        rig.queue.exchange(lease, {}, rig.now());
        QCOMPARE(std::string(lease->id()), "bar");
        QVERIFY(!drained);
        rig.queue.exchange(lease, {}, rig.now());
        QCOMPARE(std::string(lease->id()), "foo");
        QVERIFY(!drained);
        rig.queue.exchange(lease, {}, rig.now());
        QVERIFY(!lease);
        QVERIFY(eventually([&] { return drained.load(); }));
    }

    void drainIsEndedByWhoWaitsNoLonger()
    {
        ScheduleRig rig;
        rig.add("foo");
        rig.queue.shutDown();
        rig.queue.stopWaiting();
        QVERIFY(!rig.queue.drain(TimePoint::max()));
    }

    void drainEndsWhenAnOperatorTakesTheRestAway_data()
    {
        QTest::addColumn<QString>("how");
        for (const char *how : {"discard", "pause the item", "pause all", "abandon"})
            QTest::newRow(how) << how;
    }
    void drainEndsWhenAnOperatorTakesTheRestAway()
    {
        QFETCH(QString, how);
        ScheduleRig rig;
        rig.add("foo");
        rig.queue.shutDown();
        std::atomic<bool> drained = false;
        std::jthread waiter([&] { drained = rig.queue.drain(TimePoint::max()); });
        QVERIFY(eventually([&] { return rig.clock.waiting() == 1; }));
        if (how == "discard")
            rig.on<Orders>([](Orders &orders, TimePoint now) { orders.discardItem("foo", now); });
        else if (how == "pause the item")
            rig.pauseItem("foo");
        else if (how == "pause all")
            rig.on<Orders>([](Orders &orders, TimePoint) { orders.pause(TimePoint::max(), {}); });
        else
            rig.queue.abandon();
        const bool ended = eventually([&] { return drained.load(); });
        rig.queue.stopWaiting();
        QVERIFY(ended);
    }

    void noWakeUpIsLost_data()
    {
        QTest::addColumn<int>("workers");
        QTest::addColumn<bool>("delays");
        for (int workers : {1, 2, 4}) {
            QTest::addRow("%d workers, nothing delayed", workers) << workers << false;
            QTest::addRow("%d workers, delays", workers) << workers << true;
        }
    }
    void noWakeUpIsLost()
    {
        // Adds a few ids and waits until they have run: nothing else happens that could
        // make up for a wake-up that was lost. The clock stands still meanwhile, and now
        // and then moves on to let everything run that was delayed.
        QFETCH(int, workers);
        QFETCH(bool, delays);
        constexpr int Rounds = 2000;
        ScheduleRig rig;
        std::vector<std::atomic<int>> runs(Rounds * 3);
        std::atomic<int> handled = 0;
        Workers consumers(rig, workers, [&](std::string_view id) {
            const int number = std::stoi(std::string(id));
            ++handled;
            const bool again = delays && runs[static_cast<std::size_t>(number)]++ == 0;
            return again ? requeueAfter(std::chrono::milliseconds(number * 50 % 350)) : done();
        });
        std::minstd_rand random(7);
        int added = 0;
        int expected = 0;
        int delayed = 0;
        for (int round = 0; round < Rounds; ++round) {
            for (auto batch = 1 + random() % 3; batch > 0; --batch) {
                rig.add(std::to_string(added++));
                ++expected;
                delayed += delays;
            }
            QVERIFY(eventually([&] { return handled == expected && rig.gauges().running == 0; }));
            if (random() % 4 != 0)
                continue;
            expected += std::exchange(delayed, 0);
            rig.clock.advance(1s);
            QVERIFY(eventually([&] { return handled == expected; }));
        }
    }
};

QONTROLLER_TEST(WorkQueueThreadsTest)
#include "tst_workqueuethreads.moc"
