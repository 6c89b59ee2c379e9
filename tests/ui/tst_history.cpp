// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/warnings.h"

#include "ui/charts/timeserieschart.h"
#include "ui/feed/pace.h"
#include "ui/history/controllerhistory.h"
#include "ui/history/downsample.h"

#include <QtWidgets/QTableWidget>

#include <cmath>
#include <limits>

using namespace qontroller;
using namespace qontroller::ui;
using namespace std::chrono_literals;

namespace {

double highestOf(const PlotLine &line)
{
    double highest = 0;
    for (const auto &piece : line) {
        for (const PlotPoint &point : piece)
            highest = std::max(highest, point.y);
    }
    return highest;
}

QString plain(double value)
{
    return QString::number(value);
}

} // namespace

class HistoryTest final : public QObject
{
    Q_OBJECT

private slots:
    void init() { test::failOnAnyWarning(); }
    void ringKeepsLowestAndHighestOfAPiece();
    void ringForgetsWhatIsTooOld();
    void ringIgnoresWhatIsNoNumber();
    void spikeOfOneSampleSurvivesEveryWindow_data();
    void spikeOfOneSampleSurvivesEveryWindow();
    void gapStaysAGap();
    void drawsNoMorePointsThanPixelsNeed();
    void axisEndsAtANiceNumber_data();
    void axisEndsAtANiceNumber();
    void percentilesComeFromTheLastTenSeconds();
    void percentileOfFewSamplesIsUncertain();
    void percentileOfNothingIsNothing();
    void ratesAreASecond();
    void removedControllerMakesNoNegativeRate();
    void logAxisDrawsZeros();
    void chartShowsEverySeriesAndItsValues();
    void chartHasATable();
    void paceDoublesAndRecovers();
};

void HistoryTest::ringKeepsLowestAndHighestOfAPiece()
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

void HistoryTest::ringForgetsWhatIsTooOld()
{
    Ring ring(10s, 10);
    ring.add(TimePoint{100s}, 1);
    ring.add(TimePoint{105s}, 2);
    QCOMPARE(ring.points(TimePoint{105s}).size(), 2u);
    QCOMPARE(ring.points(TimePoint{112s}).size(), 1u);
    QCOMPARE(ring.points(TimePoint{200s}).size(), 0u);
}

void HistoryTest::ringIgnoresWhatIsNoNumber()
{
    Ring ring(10s, 10);
    ring.add(TimePoint{100s}, std::numeric_limits<double>::quiet_NaN());
    ring.add(TimePoint{100s}, std::numeric_limits<double>::infinity());
    QVERIFY(ring.points(TimePoint{100s}).empty());
}

void HistoryTest::spikeOfOneSampleSurvivesEveryWindow_data()
{
    QTest::addColumn<int>("window");
    for (int i = 0; i < WindowCount; ++i)
        QTest::addRow("window %d", i) << i;
}

void HistoryTest::spikeOfOneSampleSurvivesEveryWindow()
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

void HistoryTest::gapStaysAGap()
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

void HistoryTest::drawsNoMorePointsThanPixelsNeed()
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

void HistoryTest::axisEndsAtANiceNumber_data()
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

void HistoryTest::axisEndsAtANiceNumber()
{
    QFETCH(double, highest);
    QFETCH(double, least);
    QTEST(niceCeiling(highest, least), "end");
}

void HistoryTest::percentilesComeFromTheLastTenSeconds()
{
    ControllerHistory history;
    Sample sample;
    const auto addSecond = [&](Duration latency) {
        sample.time += 1s;
        sample.handler.record(latency, 100);
        sample.handled += 100;
        history.add(sample);
    };
    sample.time = TimePoint{1h};
    history.add(sample);
    for (int i = 0; i < 30; ++i)
        addSecond(100ms);
    QVERIFY(std::abs(*history.series(Series::P95).last() - 100) < 2);
    for (int i = 0; i < 11; ++i)
        addSecond(5ms);
    QVERIFY(std::abs(*history.series(Series::P99).last() - 5) < 0.2);
    QCOMPARE(history.percentileSamples(), 1000u);
}

void HistoryTest::percentileOfFewSamplesIsUncertain()
{
    ControllerHistory history;
    Sample sample;
    sample.time = TimePoint{1h};
    history.add(sample);
    sample.handler.record(1ms, 19);
    sample.time += 1s;
    history.add(sample);
    QVERIFY(history.isUncertain());
    sample.handler.record(1ms, 1);
    sample.time += 1s;
    history.add(sample);
    QVERIFY(!history.isUncertain());
}

void HistoryTest::percentileOfNothingIsNothing()
{
    ControllerHistory history;
    Sample sample;
    sample.time = TimePoint{1h};
    sample.handler.record(1ms, 50);
    for (int i = 0; i < 20; ++i) {
        history.add(sample);
        sample.time += 1s;
    }
    QVERIFY(!history.series(Series::P95).last());
}

void HistoryTest::ratesAreASecond()
{
    ControllerHistory history;
    Sample sample;
    sample.time = TimePoint{1h};
    history.add(sample);
    sample.time += 2s;
    sample.retries = 10;
    history.add(sample);
    QCOMPARE(*history.series(Series::RetryRate).last(), 5.0);
}

void HistoryTest::removedControllerMakesNoNegativeRate()
{
    ControllerHistory history;
    Sample sample;
    sample.time = TimePoint{1h};
    sample.handled = 1000;
    sample.retries = 1000;
    sample.handler.record(1ms, 1000);
    history.add(sample);
    Sample less;
    less.time = sample.time + 1s;
    less.handled = 10;
    history.add(less);
    less.time += 1s;
    less.handled = 20;
    history.add(less);
    QCOMPARE(*history.series(Series::HandledRate).last(), 10.0);
}

void HistoryTest::logAxisDrawsZeros()
{
    TimeSeriesChart chart({QStringLiteral("Latency"),
                           {QStringLiteral("p50")},
                           TimeSeriesChart::Scale::Logarithmic,
                           0.001,
                           plain});
    chart.resize(300, 160);
    chart.show();
    chart.setData({{{3, 0, 0, 0}, {2, 5, 5, 5}, {1, 0, 0, 0}}});
    QCOMPARE(chart.axisTop(), 10.0);
    QCOMPARE(forLogAxis(0, 0.001), 0.001);
    QCOMPARE(forLogAxis(-1, 0.001), 0.001);
    QCOMPARE(forLogAxis(std::numeric_limits<double>::quiet_NaN(), 0.001), 0.001);
    chart.setData({{{3, 0, 0, 0}}}); // nothing but zeros
    QVERIFY(chart.axisTop() > 0.001);
    QVERIFY(!chart.grab().isNull());
}

void HistoryTest::chartShowsEverySeriesAndItsValues()
{
    TimeSeriesChart chart({QStringLiteral("Latency"),
                           {QStringLiteral("p50"), QStringLiteral("p95")},
                           TimeSeriesChart::Scale::Linear,
                           10,
                           plain});
    chart.resize(300, 160);
    chart.setData({{{2, 1, 1, 1}, {0, 3, 3, 3}}, {{2, 40, 40, 40}, {0, 41, 44, 42}}});
    QCOMPARE(highestOf(chart.drawn(0)), 3.0);
    QCOMPARE(highestOf(chart.drawn(1)), 44.0);
    QCOMPARE(chart.axisTop(), 50.0);
    QCOMPARE(chart.accessibleDescription(), QStringLiteral("p50 3, p95 42"));
    chart.setUncertain(true);
    chart.setData({{{0, 3, 3, 3}}, {}});
    QCOMPARE(chart.accessibleDescription(), QStringLiteral("p50 ≈3, p95 –"));
}

void HistoryTest::chartHasATable()
{
    TimeSeriesChart chart({QStringLiteral("Depth"),
                           {QStringLiteral("Items")},
                           TimeSeriesChart::Scale::Linear,
                           10,
                           plain});
    chart.setData({{{0.5, 7, 8, 7}}});
    chart.setShownAsTable(true);
    auto *table = chart.findChild<QTableWidget *>(QStringLiteral("chartTable"));
    QVERIFY(table);
    QCOMPARE(table->item(0, 1)->text(), QStringLiteral("8"));
    QCOMPARE(table->item(5, 1)->text(), QString());
}

void HistoryTest::paceDoublesAndRecovers()
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

QTEST_MAIN(HistoryTest)
#include "tst_history.moc"
