// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"

#include "core/engine/observe/controllers/histogram.h"

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

using namespace qontroller;
using namespace std::chrono_literals;

class SharedHistogramTest : public QObject
{
    Q_OBJECT

private slots:
    void addsWhatWasRecordedToTheTarget()
    {
        const auto shared = std::make_unique<SharedHistogram>();
        Histogram target;
        shared->addTo(target);
        QCOMPARE(target.count(), 0u);
        shared->record(2s);
        shared->record(-1s); // counts as nothing
        target.record(1s);
        shared->addTo(target);
        QCOMPARE(target.count(), 3u);
        QCOMPARE(target.sum(), Duration(3s));
        QCOMPARE(target.countUpTo(0s), 1u);
    }

    void losesNothingWhenSeveralRecord()
    {
        constexpr int Threads = 4;
        constexpr int Records = 20'000;
        const auto shared = std::make_unique<SharedHistogram>();
        std::atomic<bool> recording = true;
        std::uint64_t lastCount = 0;
        bool grew = true;
        {
            std::jthread reader([&] {
                while (recording) {
                    Histogram now;
                    shared->addTo(now);
                    grew = grew && now.count() >= lastCount;
                    lastCount = now.count();
                }
            });
            {
                std::vector<std::jthread> threads;
                for (int thread = 0; thread < Threads; ++thread) {
                    threads.emplace_back([&shared] {
                        for (int i = 1; i <= Records; ++i)
                            shared->record(std::chrono::microseconds(i));
                    });
                }
            }
            recording = false;
        }
        QVERIFY(grew);
        Histogram all;
        shared->addTo(all);
        QCOMPARE(all.count(), std::uint64_t(Threads) * Records);
        const std::int64_t sum = std::int64_t(Records) * (Records + 1) / 2 * Threads;
        QCOMPARE(all.sum(), Duration(std::chrono::microseconds(sum)));
    }
};

QTEST_APPLESS_MAIN(SharedHistogramTest)
#include "tst_sharedhistogram.moc"
