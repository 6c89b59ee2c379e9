// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"
#include "testprogram.h"

#include "core/engine/observe/controllers/histogram.h"

#include <random>

using namespace qontroller;
using namespace std::chrono_literals;

class HistogramLayoutTest : public QObject
{
    Q_OBJECT

private slots:
    void lowerEdgeLiesInItsBucketAndWhatIsBelowDoesNot()
    {
        for (std::size_t i = 0; i < HistogramLayout::Buckets; ++i) {
            const Duration edge = HistogramLayout::lowerEdge(i);
            QCOMPARE(HistogramLayout::indexOf(edge), i);
            if (i > 0)
                QCOMPARE(HistogramLayout::indexOf(edge - 1ns), i - 1);
        }
    }

    void middleLiesInItsBucket()
    {
        for (std::size_t i = 0; i < HistogramLayout::Buckets; ++i)
            QCOMPARE(HistogramLayout::indexOf(HistogramLayout::middle(i)), i);
    }

    void readsBackWithinOnePercent()
    {
        // Every power of 1.0003 from 1 ns to 4.8 h and each of its neighbours.
        double nanoseconds = 1;
        while (nanoseconds < 4.8 * 3600e9) {
            for (std::int64_t near = -1; near <= 1; ++near) {
                const auto exact = static_cast<std::int64_t>(nanoseconds) + near;
                const auto read = HistogramLayout::middle(
                    HistogramLayout::indexOf(Duration(exact)));
                const double error = std::abs(static_cast<double>(read.count() - exact));
                QVERIFY2(error <= 0.01 * static_cast<double>(exact),
                         qPrintable(QString("%1 ns reads as %2 ns").arg(exact).arg(read.count())));
            }
            nanoseconds *= 1.0003;
        }
    }

    void whatIsOutOfRangeFallsIntoTheOutermostBuckets()
    {
        QCOMPARE(HistogramLayout::indexOf(-1ns), 0u);
        QCOMPARE(HistogramLayout::indexOf(Duration::min()), 0u);
        QCOMPARE(HistogramLayout::indexOf(5h), HistogramLayout::Buckets - 1);
        QCOMPARE(HistogramLayout::indexOf(Duration::max()), HistogramLayout::Buckets - 1);
        QVERIFY(HistogramLayout::indexOf(4h + 50min) < HistogramLayout::Buckets - 1);
    }

    void indexGrowsWithTheDuration()
    {
        std::mt19937_64 random(3);
        for (int i = 0; i < 100'000; ++i) {
            const auto a = static_cast<std::int64_t>(random() >> (1 + random() % 62));
            const auto b = static_cast<std::int64_t>(random() >> (1 + random() % 62));
            QVERIFY((a <= b) ? HistogramLayout::indexOf(Duration(a))
                                   <= HistogramLayout::indexOf(Duration(b))
                             : HistogramLayout::indexOf(Duration(a))
                                   >= HistogramLayout::indexOf(Duration(b)));
        }
    }
};

QONTROLLER_TEST(HistogramLayoutTest)
#include "tst_histogramlayout.moc"
