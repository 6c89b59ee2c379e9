// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"
#include "testprogram.h"

#include "core/base/threads/mutex.h"

#include <thread>
#include <vector>

using namespace qontroller;
using namespace std::chrono_literals;

namespace {

// No analysis: it does not see whether a condition in a macro took the mutex.
bool isFree(Mutex &mutex) QONTROLLER_NO_ANALYSIS
{
    if (!mutex.try_lock())
        return false;
    mutex.unlock();
    return true;
}

} // namespace

class MutexTest : public QObject
{
    Q_OBJECT

private slots:
    void letsOneInAtATime()
    {
        constexpr int Threads = 8; // more than cores: some sleep, some find it free
        constexpr int Rounds = 20'000;
        Mutex mutex;
        long count = 0;
        {
            std::vector<std::jthread> threads;
            for (int i = 0; i < Threads; ++i) {
                threads.emplace_back([&] {
                    for (int round = 0; round < Rounds; ++round) {
                        MutexLock lock(mutex);
                        count = count + 1;
                    }
                });
            }
        }
        QCOMPARE(count, long(Threads) * Rounds);
    }

    void whoFindsItTakenForLongGetsItInTheEnd()
    {
        Mutex mutex;
        std::atomic<int> arrived{0};
        std::atomic<int> served{0};
        std::vector<std::jthread> threads;
        MutexLock lock(mutex);
        for (int i = 0; i < 3; ++i) {
            threads.emplace_back([&] {
                ++arrived;
                MutexLock mine(mutex);
                ++served;
            });
        }
        while (arrived < 3)
            std::this_thread::yield();
        for (int i = 0; i < 1000; ++i) // meanwhile they fall asleep
            std::this_thread::yield();
        QCOMPARE(served.load(), 0);
        lock.unlock();
        threads.clear();
        QCOMPARE(served.load(), 3);
    }

    void lockCanBeGivenUpAndTakenAgain()
    {
        Mutex mutex;
        {
            MutexLock lock(mutex);
            lock.unlock();
            QVERIFY(isFree(mutex));
            lock.lock();
            QVERIFY(!isFree(mutex));
        }
        QVERIFY(isFree(mutex));
    }

    void noNotificationIsLost()
    {
        constexpr int Rounds = 50'000;
        Mutex mutex;
        Condition ping;
        Condition pong;
        int turn = 0;
        std::jthread other([&] {
            MutexLock lock(mutex);
            for (int round = 0; round < Rounds; ++round) {
                while (turn != 1)
                    ping.wait(lock);
                turn = 0;
                pong.notifyOne();
            }
        });
        for (int round = 0; round < Rounds; ++round) {
            {
                MutexLock lock(mutex);
                turn = 1;
            }
            ping.notifyOne(); // without the lock
            MutexLock lock(mutex);
            while (turn != 0)
                pong.wait(lock);
        }
        QCOMPARE(turn, 0);
    }

    void notifyAllWakesEverybody()
    {
        Mutex mutex;
        Condition go;
        bool gone = false;
        std::vector<std::jthread> threads;
        for (int i = 0; i < 5; ++i) {
            threads.emplace_back([&] {
                MutexLock lock(mutex);
                while (!gone)
                    go.wait(lock);
            });
        }
        {
            MutexLock lock(mutex);
            gone = true;
        }
        go.notifyAll();
        threads.clear(); // comes back: nobody sleeps
    }
};

QONTROLLER_TEST(MutexTest)
#include "tst_mutex.moc"
