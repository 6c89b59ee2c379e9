// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/plotlines.h"
#include "support/warnings.h"
#include "support/windowtest.h"

#include "ui/history/controllerhistory.h"
#include "ui/history/downsample.h"
#include "ui/history/growth.h"
#include "ui/state/pace.h"

#include <cmath>
#include <limits>

using namespace qontroller;
using namespace qontroller::ui;
using namespace std::chrono_literals;

namespace {

using Count = std::pair<double, quint64>; ///< after so many seconds

} // namespace

class HistoryTest final : public QObject
{
    Q_OBJECT

private slots:
    void init() { test::failOnAnyWarning(); }
    void ringKeepsLowestAndHighestOfAPiece()
    {
        Ring ring(10s, 10);
        for (const double value : {5.0, 1.0, 9.0, 4.0})
            ring.add(TimePoint{100s + 200ms}, value);
        const auto points = ring.points(TimePoint{100s + 500ms});
        QCOMPARE(points.size(), 1u);
        QCOMPARE(points[0].low, 1.0);
        QCOMPARE(points[0].high, 9.0);
        QCOMPARE(points[0].last, 4.0);
    }

    void ringForgetsWhatIsTooOld()
    {
        Ring ring(10s, 10);
        ring.add(TimePoint{100s}, 1);
        ring.add(TimePoint{105s}, 2);
        QCOMPARE(ring.points(TimePoint{105s}).size(), 2u);
        QCOMPARE(ring.points(TimePoint{112s}).size(), 1u);
        QCOMPARE(ring.points(TimePoint{200s}).size(), 0u);
    }

    void ringIgnoresWhatIsNoNumber()
    {
        Ring ring(10s, 10);
        ring.add(TimePoint{100s}, std::numeric_limits<double>::quiet_NaN());
        ring.add(TimePoint{100s}, std::numeric_limits<double>::infinity());
        QVERIFY(ring.points(TimePoint{100s}).empty());
    }

    void spikeOfOneSampleSurvivesEveryWindow_data()
    {
        QTest::addColumn<int>("window");
        for (int i = 0; i < WindowCount; ++i)
            QTest::addRow("window %d", i) << i;
    }
    void spikeOfOneSampleSurvivesEveryWindow()
    {
        QFETCH(int, window);
        SeriesHistory history;
        const TimePoint start{100h};
        const Duration span = windowSpan(window);
        const Duration step = std::max<Duration>(100ms, span / 20000);
        for (Duration t = 0s; t < span; t += step)
            history.add(start + t, t >= span / 2 && t < span / 2 + step ? 1000 : 1);
        const double seconds = std::chrono::duration<double>(span).count();
        for (const int columns : {50, 300, 1200}) {
            const PlotLine line = downsample(history.ring(window).points(start + span), seconds,
                                             columns, seconds);
            QCOMPARE(highestOf(line), 1000.0);
        }
    }

    void gapStaysAGap()
    {
        Ring ring(60s, 600);
        for (int second = 0; second < 20; ++second)
            ring.add(TimePoint{100s + std::chrono::seconds(second)}, 1);
        for (int second = 40; second < 60; ++second)
            ring.add(TimePoint{100s + std::chrono::seconds(second)}, 1);
        const PlotLine line = downsample(ring.points(TimePoint{160s}), 60, 300, 3);
        QCOMPARE(line.size(), 2u);
        QVERIFY(line[0].back().x < -39);
        QVERIFY(line[1].front().x > -21);
    }

    void drawsNoMorePointsThanPixelsNeed()
    {
        std::vector<RingPoint> points;
        for (int i = 0; i < 100'000; ++i)
            points.push_back({60.0 - i * 60.0 / 100'000, 0, double(i % 7), double(i % 3)});
        const PlotLine line = downsample(points, 60, 200, 3);
        QCOMPARE(line.size(), 1u);
        QVERIFY(line[0].size() <= 3 * 201);
        QVERIFY(std::is_sorted(line[0].begin(), line[0].end(),
                               [](const PlotPoint &a, const PlotPoint &b) { return a.x < b.x; }));
    }

    void axisEndsAtANiceNumber_data()
    {
        QTest::addColumn<double>("highest");
        QTest::addColumn<double>("least");
        QTest::addColumn<double>("end");
        QTest::newRow("nothing") << 0.0 << 10.0 << 10.0;
        QTest::newRow("exact") << 50.0 << 10.0 << 50.0;
        QTest::newRow("above") << 51.0 << 10.0 << 100.0;
        QTest::newRow("small") << 0.13 << 0.1 << 0.2;
        QTest::newRow("large") << 12345.0 << 1.0 << 20000.0;
        QTest::newRow("no number") << std::numeric_limits<double>::quiet_NaN() << 0.0 << 1.0;
    }
    void axisEndsAtANiceNumber()
    {
        QFETCH(double, highest);
        QFETCH(double, least);
        QTEST(niceCeiling(highest, least), "end");
    }

    void percentilesComeFromTheLastTenSeconds()
    {
        ControllerHistory history;
        Histogram handler;
        TimePoint time{1h};
        const auto addSecond = [&](Duration latency) {
            time += 1s;
            handler.record(latency, 100);
            history.addLatencies(time, handler);
        };
        history.addLatencies(time, handler);
        for (int i = 0; i < 30; ++i)
            addSecond(100ms);
        QVERIFY(std::abs(*history.series(Series::P95).last() - 100) < 2);
        for (int i = 0; i < 11; ++i)
            addSecond(5ms);
        QVERIFY(std::abs(*history.series(Series::P99).last() - 5) < 0.2);
        QCOMPARE(history.percentileSamples(), 1000u);
    }

    void percentileOfFewSamplesIsUncertain()
    {
        ControllerHistory history;
        Histogram handler;
        history.addLatencies(TimePoint{1h}, handler);
        handler.record(1ms, 19);
        history.addLatencies(TimePoint{1h + 1s}, handler);
        QVERIFY(history.isUncertain());
        handler.record(1ms, 1);
        history.addLatencies(TimePoint{1h + 2s}, handler);
        QVERIFY(!history.isUncertain());
    }

    void percentileOfNothingIsNothing()
    {
        ControllerHistory history;
        Histogram handler;
        handler.record(1ms, 50);
        for (int second = 0; second < 20; ++second)
            history.addLatencies(TimePoint{1h + std::chrono::seconds(second)}, handler);
        QVERIFY(!history.series(Series::P95).last());
    }

    void latenciesThatFallBeginAnew()
    {
        ControllerHistory history;
        Histogram handler;
        handler.record(1s, 1000);
        history.addLatencies(TimePoint{1h}, handler);
        Histogram less;
        history.addLatencies(TimePoint{1h + 1s}, less);
        less.record(1ms, 30);
        history.addLatencies(TimePoint{1h + 2s}, less);
        QCOMPARE(history.percentileSamples(), 30u);
        QVERIFY(*history.series(Series::P99).last() < 2);
    }

    void momentOutOfOrderIsIgnored()
    {
        ControllerHistory history;
        history.add({TimePoint{1h + 2s}, 2});
        history.add({TimePoint{1h + 1s}, 1});
        QCOMPARE(*history.series(Series::Depth).last(), 2.0);
    }

    void growthIsWhatCameWithinTheSpan_data()
    {
        QTest::addColumn<QList<Count>>("counts");
        QTest::addColumn<double>("growth");
        const auto row = [](const char *name, const QList<Count> &counts, double growth) {
            QTest::newRow(name) << counts << growth;
        };
        row("nothing", {}, 0);
        row("what was before the first look is not counted", {{0, 1000}}, 0);
        row("right after the start it is not extrapolated", {{0, 0}, {2, 10}}, 10);
        row("all of a minute", {{0, 5}, {30, 10}, {60, 25}}, 20);
        row("older is forgotten", {{0, 0}, {10, 50}, {20, 50}, {90, 57}}, 7 * 60.0 / 70);
        row("a look between two seconds is evened out", {{0, 0}, {1, 60}, {60.5, 60}}, 30);
        row("not looked at for long: a share", {{0, 0}, {300, 500}}, 100);
        row("a counter that fell begins anew", {{0, 100}, {1, 150}, {2, 10}, {3, 12}}, 2);
        row("an older look changes nothing", {{10, 100}, {20, 150}, {15, 120}}, 50);
    }
    void growthIsWhatCameWithinTheSpan()
    {
        QFETCH(QList<Count>, counts);
        Growth growth(1min);
        for (const auto &[second, count] : counts)
            growth.add(TimePoint{1h + std::chrono::milliseconds(qint64(second * 1000))}, count);
        QTEST(growth.value(), "growth");
    }

    void paceDoublesAndRecovers()
    {
        Pace pace;
        QCOMPARE(pace.interval(), 100ms);
        for (const auto expected : {200ms, 400ms, 800ms, 1000ms, 1000ms}) {
            pace.ticked(9ms);
            QCOMPARE(pace.interval(), expected);
        }
        for (int i = 0; i < Pace::TicksToRecover; ++i)
            pace.ticked(1ms);
        QCOMPARE(pace.interval(), 500ms);
        for (int i = 0; i < 5 * Pace::TicksToRecover; ++i)
            pace.ticked(1ms);
        QCOMPARE(pace.interval(), 100ms);
    }

    void paceHurriesWhileRowsArePending()
    {
        Pace pace;
        const std::size_t few = 1;
        const std::size_t many = Pace::ManyRows;
        QCOMPARE(pace.untilNext(0), 100ms);
        QCOMPARE(pace.untilNext(few), 20ms);
        QCOMPARE(pace.untilNext(many), 5ms);
        for (int i = 0; i < 6; ++i)
            pace.ticked(50ms); // thousands of rows in each
        QCOMPARE(pace.untilNext(0), 1000ms);
        QCOMPARE(pace.untilNext(few), 200ms);
        QCOMPARE(pace.untilNext(many), 25ms);
        pace.ticked(600ms);
        QCOMPARE(pace.untilNext(few), 1000ms);
    }
};

QONTROLLER_WINDOW_TEST(HistoryTest)
#include "tst_history.moc"
