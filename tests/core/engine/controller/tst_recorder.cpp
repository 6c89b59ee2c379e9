// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/engine/controller/recorder.h"

#include <QtTest/QtTest>

#include <thread>
#include <vector>

using namespace qontroller;
using namespace std::chrono_literals;

/// Latencies of many threads at once.
class RecorderTest final : public QObject
{
    Q_OBJECT

private slots:
    void nothingIsLostOfManyWorkersAndOtherThreads()
    {
        constexpr int Workers = 20; // more than there are stripes
        constexpr int Others = 2;
        constexpr int Times = 20'000;
        Recorder recorder;
        std::vector<std::jthread> threads;
        for (int i = 1; i <= Workers + Others; ++i) {
            const int worker = i <= Workers ? i : 0;
            threads.emplace_back([&recorder, worker] {
                for (int time = 0; time < Times; ++time) {
                    recorder.record(Measure::Work, 3us, worker);
                    recorder.record(Measure::AddOk, -1us, worker);
                }
            });
        }
        threads.clear();
        const LatencyBreakdown all = recorder.breakdown();
        constexpr std::uint64_t Count = std::uint64_t{Workers + Others} * Times;
        QCOMPARE(all.work.count(), Count);
        QCOMPARE(all.work.sum(), Duration(3us) * Count);
        QCOMPARE(all.addOk.count(), Count);
        QCOMPARE(all.addOk.sum(), Duration::zero()); // none is less than nothing
        QCOMPARE(all.addFailed.count(), 0U);
    }
};

QONTROLLER_TEST(RecorderTest)
#include "tst_recorder.moc"
