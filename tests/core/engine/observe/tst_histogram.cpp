// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"
#include "testprogram.h"

#include "core/engine/observe/controllers/histogram.h"

#include <algorithm>
#include <random>

using namespace qontroller;
using namespace std::chrono_literals;

namespace {

bool isNear(Duration value, Duration expected)
{
    return std::abs(static_cast<double>((value - expected).count()))
           <= 0.01 * static_cast<double>(expected.count());
}

} // namespace

class HistogramTest : public QObject
{
    Q_OBJECT

private slots:
    void emptyOneSaysZero()
    {
        const Histogram empty;
        QCOMPARE(empty.count(), 0u);
        QCOMPARE(empty.sum(), Duration(0));
        QCOMPARE(empty.percentile(0.5), Duration(0));
        QCOMPARE(empty.countUpTo(1h), 0u);
    }

    void countsAndAddsUp()
    {
        Histogram histogram;
        histogram.record(1s);
        histogram.record(6s);
        histogram.record(55ms);
        histogram.record(2s, 10);
        histogram.record(1h, 0);
        QCOMPARE(histogram.count(), 13u);
        QCOMPARE(histogram.sum(), Duration(27055ms));
    }

    void countUpToIsExactForTheBoundItself()
    {
        for (std::int64_t bound = 1; bound < 15'000'000'000'000; bound += 1 + bound / 3) {
            Histogram histogram;
            histogram.record(Duration(bound), 5);
            QCOMPARE(histogram.countUpTo(Duration(bound)), 5u);
            const Duration wellBelow(bound - bound / 60 - 1);
            QCOMPARE(histogram.countUpTo(wellBelow), 0u);
        }
    }

    void percentilesAreWithinOnePercent_data()
    {
        QTest::addColumn<double>("fraction");
        for (double fraction : {0.0, 0.01, 0.25, 0.5, 0.9, 0.95, 0.99, 0.999, 1.0})
            QTest::addRow("p%g", fraction * 100) << fraction;
    }
    void percentilesAreWithinOnePercent()
    {
        QFETCH(double, fraction);
        std::mt19937_64 random(1);
        std::lognormal_distribution<double> latency(15, 2);
        std::vector<Duration> values;
        Histogram histogram;
        for (int i = 0; i < 10'000; ++i) {
            values.emplace_back(static_cast<std::int64_t>(latency(random)) + 1);
            histogram.record(values.back());
        }
        std::sort(values.begin(), values.end());
        const double rank = std::max(std::ceil(fraction * 10'000), 1.0);
        QVERIFY(isNear(histogram.percentile(fraction), values[static_cast<std::size_t>(rank) - 1]));
    }

    void fractionsOutOfRangeAreCutOff()
    {
        Histogram histogram;
        histogram.record(1s);
        QVERIFY(isNear(histogram.percentile(-3), 1s));
        QVERIFY(isNear(histogram.percentile(7), 1s));
    }

    void mergeIsTheSameAsRecordingAll()
    {
        Histogram all;
        Histogram left;
        Histogram right;
        for (int i = 1; i < 1000; ++i) {
            const Duration value = std::chrono::microseconds(i * i);
            all.record(value);
            (i % 3 ? left : right).record(value);
        }
        left.merge(right);
        left.merge(Histogram());
        QCOMPARE(left.count(), all.count());
        QCOMPARE(left.sum(), all.sum());
        for (int percent = 0; percent <= 100; ++percent)
            QCOMPARE(left.percentile(percent / 100.0), all.percentile(percent / 100.0));
        Histogram fresh;
        fresh.merge(all);
        QCOMPARE(fresh.percentile(0.5), all.percentile(0.5));
    }

    void sinceIsWhatCameAfter()
    {
        Histogram histogram;
        histogram.record(1s, 3);
        const Histogram earlier = histogram;
        histogram.record(4s, 2);
        const Histogram news = histogram.since(earlier);
        QCOMPARE(news.count(), 2u);
        QCOMPARE(news.sum(), Duration(8s));
        QVERIFY(isNear(news.percentile(0), 4s));
        QCOMPARE(histogram.since(Histogram()).count(), 5u);
        QCOMPARE(histogram.since(histogram).count(), 0u);
        QCOMPARE(Histogram().since(Histogram()).count(), 0u);
    }

    void sinceOfAStateThatIsAheadNeverGoesBelowZero()
    {
        // Counters that are read one after the other may be a record apart.
        Histogram behind;
        behind.record(1s);
        Histogram ahead = behind;
        ahead.record(1s);
        QCOMPARE(behind.since(ahead).count(), 0u);
    }
};

QONTROLLER_TEST(HistogramTest)
#include "tst_histogram.moc"
