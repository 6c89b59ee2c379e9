// SPDX-License-Identifier: LGPL-3.0-or-later
#include "eventually.h"
#include "nothreads.h"
#include "schedulerig.h"
#include "testprogram.h"

#include "core/engine/queue/giveback.h"

#include <QtTest/QtTest>

#include <atomic>
#include <fstream>
#include <functional>

#include <unistd.h>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

struct Rig
{
    /// Lets the thread look once more; \a items are there then.
    [[nodiscard]] bool look(std::size_t items)
    {
        if (!eventually([this] { return clock.waiting() == 1; }))
            return false;
        count = items;
        const int before = looks;
        clock.advance(GiveBack::Pause);
        return eventually([&] { return looks > before; });
    }
    /// Waits until it has given back \a times in all and looks no more.
    [[nodiscard]] bool endsAfter(int times)
    {
        return eventually([this, times] { return trims == times && clock.waiting() == 0; });
    }
    void want()
    {
        giveBack.want();
        giveBack.begin();
    }

    ManualClock clock;
    std::atomic<std::size_t> count = 1'000'000;
    std::atomic<int> looks = 0;
    std::atomic<int> trims = 0;
    GiveBack giveBack{clock,
                      [this] {
                          ++looks;
                          return count.load();
                      },
                      [this] { ++trims; }};
};

std::size_t residentBytes()
{
    std::size_t all = 0;
    std::size_t resident = 0;
    std::ifstream("/proc/self/statm") >> all >> resident;
    return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

/// Moves time by as much, a second whenever a thread waits for it or \a condition holds.
[[nodiscard]] bool passTenSeconds(ScheduleRig &rig, const std::function<bool()> &condition)
{
    for (int second = 0; second < 10; ++second) {
        if (!eventually(
                [&] { return rig.clock.nextDeadline() != TimePoint::max() || condition(); }))
            return false;
        rig.clock.advance(1s);
    }
    return true;
}

constexpr bool HasOwnMalloc =
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    false;
#else
    true;
#endif

} // namespace

/// Memory is given back when the removing has paused, and now and then while it goes on.
class GiveBackTest : public QObject
{
    Q_OBJECT

private slots:
    void givesBackOnceTheRemovingHasPaused()
    {
        Rig rig;
        rig.want();
        QVERIFY(rig.look(500'000));
        QVERIFY(rig.look(10'000));
        QCOMPARE(rig.trims.load(), 0);
        QVERIFY(rig.look(10'000));
        QVERIFY(rig.endsAfter(1));
    }

    void givesBackNowAndThenWhileItGoesOn()
    {
        Rig rig;
        rig.want();
        for (std::size_t left = 1'000'000; left > 0; left -= 100'000)
            QVERIFY(rig.look(left - 100'000));
        QVERIFY(rig.look(0));
        QVERIFY(rig.endsAfter(3)); // after 5 s, after 10 s, and in the end
    }

    void aFewRemovalsAreNone()
    {
        Rig rig;
        rig.want();
        QVERIFY(rig.look(rig.count - GiveBack::Few));
        QVERIFY(rig.endsAfter(1));
    }

    void withoutAThreadNothingIsDoneOnThatOfTheCaller()
    {
        Rig rig;
        {
            const NoThreads none;
            rig.want();
            QCOMPARE(rig.trims.load(), 0); // it may hold a lock
        }
        rig.want();
        QCOMPARE(rig.clock.waiting(), 0); // no thread was to be had a moment ago
        rig.clock.advance(GiveBack::Pause);
        rig.want();
        QVERIFY(rig.look(rig.count));
        QVERIFY(rig.endsAfter(1));
    }

    void beginsAnew()
    {
        Rig rig;
        for (int i = 1; i <= 3; ++i) {
            QVERIFY(eventually([&] {
                rig.want(); // the last thread may still be about to end
                return rig.clock.waiting() == 1;
            }));
            QVERIFY(rig.look(rig.count));
            QVERIFY(eventually([&] { return rig.trims == i; }));
        }
    }

    void endsInTheMiddle()
    {
        Rig rig;
        rig.want();
        QVERIFY(eventually([&] { return rig.clock.waiting() == 1; }));
    }

    void doesNothingUnasked()
    {
        Rig rig;
        rig.giveBack.begin();
        QCOMPARE(rig.looks.load(), 0);
    }

    void e16_memoryIsGivenBackInWhateverOrderItemsGo_data()
    {
        QTest::addColumn<bool>("byHash");
        QTest::newRow("in the order of their hashes") << true;
        QTest::newRow("in the order they came") << false;
    }
    void e16_memoryIsGivenBackInWhateverOrderItemsGo()
    {
        QFETCH(bool, byHash);
        if (!HasOwnMalloc)
            return;
        constexpr int Count = 200'000;
        ScheduleRig rig({.massDeletionGuard = false});
        const std::size_t before = residentBytes();
        rig.listObjects(Count);
        rig.runAll();
        const std::size_t full = residentBytes();
        if (byHash)
            rig.list({"stays"});
        for (int i = 0; i < Count && !byHash; ++i)
            rig.deleted(ScheduleRig::objectName(i));
        rig.runAll();
        QVERIFY(rig.itemsInMemory() <= 1);
        const auto isGivenBack = [&] { return residentBytes() < before + (full - before) / 10; };
        QVERIFY(passTenSeconds(rig, isGivenBack));
        QVERIFY(eventually(isGivenBack));
    }

    void whatAnOutageTookIsGivenBack()
    {
        if (!HasOwnMalloc)
            return;
        constexpr int Count = 200'000;
        const std::size_t empty = residentBytes();
        ScheduleRig rig({.maxRetries = 100, .retryRate = 1e9, .retryBurst = 1'000'000'000});
        rig.listObjects(Count);
        rig.runAll();
        const std::size_t before = residentBytes();
        rig.listObjects(Count);
        rig.runAll(retry("no route to host"));
        const std::size_t during = residentBytes();
        rig.clock.advance(1h);
        rig.runAll();
        QCOMPARE(rig.inState(ItemState::InSync), quint64(Count));
        const auto isGivenBack = [&] { return residentBytes() < before + (during - before) / 4; };
        QVERIFY(passTenSeconds(rig, isGivenBack));
        QVERIFY2(eventually(isGivenBack), QByteArray::number(qulonglong(before)) + ' '
                                              + QByteArray::number(qulonglong(during)) + ' '
                                              + QByteArray::number(qulonglong(residentBytes())));
        QVERIFY2(residentBytes() - empty <= MostBytesOfOne * Count,
                 QByteArray::number(qulonglong((residentBytes() - empty) / Count)));
    }

private:
    /// What the queue keeps of an object, after whatever has happened.
    static constexpr std::size_t MostBytesOfOne = 260;
};

QONTROLLER_TEST(GiveBackTest)
#include "tst_giveback.moc"
