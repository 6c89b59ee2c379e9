// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/plotlines.h"
#include "support/warnings.h"
#include "support/windowtest.h"

#include "ui/charts/timeserieschart.h"
#include "ui/theme/theme.h"
#include "ui/words/format.h"

#include <QtGui/QTextDocument>
#include <QtWidgets/QLabel>
#include <QtWidgets/QTableWidget>
#include <QtWidgets/QToolTip>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace qontroller;
using namespace qontroller::ui;
using namespace std::chrono_literals;

namespace {

QString plain(double value)
{
    return QString::number(value);
}

QString span(double milliseconds)
{
    return formatSpan(Duration(std::int64_t(milliseconds * 1e6)));
}

const PlotScale TenOrMore{.least = 10, .format = plain};
const PlotScale Decades{.logarithmic = true, .least = 0.001, .format = span};

TimeSeriesChart::Setup latency()
{
    return {QStringLiteral("Handler"),
            QStringLiteral("How long handlers took"),
            {QStringLiteral("p50"), QStringLiteral("p95"), QStringLiteral("p99")},
            Decades,
            span};
}

std::vector<std::vector<RingPoint>> flat(const std::vector<double> &values)
{
    std::vector<std::vector<RingPoint>> lines;
    for (const double value : values)
        lines.push_back({{2, value, value, value}, {0, value, value, value}});
    return lines;
}

QString labelsOf(const std::vector<Tick> &ticks)
{
    QStringList labels;
    for (const Tick &tick : ticks)
        labels += tick.label;
    return labels.join(QStringLiteral(", ")).replace(QChar(0x202f), QLatin1Char(' '));
}

} // namespace

/// What stands at the axes and above the lines, and what is drawn.

class ChartsTest final : public QObject
{
    Q_OBJECT

private slots:
    void init() { test::failOnAnyWarning(); }
    void timeIsLabelledAtRoundTimes_data()
    {
        QTest::addColumn<int>("window");
        QTest::addColumn<int>("most");
        QTest::addColumn<QString>("labels");
        const auto row = [](const char *name, int window, int most, const char *labels) {
            QTest::newRow(name) << window << most << QString::fromUtf8(labels);
        };
        row("1 min", 0, 4, "now, −15 s, −30 s, −45 s, −60 s");
        row("1 min, narrow", 0, 2, "now, −30 s, −60 s");
        row("1 min, wide", 0, 6, "now, −10 s, −20 s, −30 s, −40 s, −50 s, −60 s");
        row("5 min", 1, 4, "now, −2 min, −4 min");
        row("5 min, wide", 1, 6, "now, −1 min, −2 min, −3 min, −4 min, −5 min");
        row("5 min, very narrow", 1, 1, "now, −5 min");
        row("30 min", 2, 4, "now, −10 min, −20 min, −30 min");
        row("6 h", 3, 4, "now, −2 h, −4 h, −6 h");
        row("6 h, wide", 3, 6, "now, −1 h, −2 h, −3 h, −4 h, −5 h, −6 h");
        row("24 h", 4, 4, "now, −6 h, −12 h, −18 h, −24 h");
    }
    void timeIsLabelledAtRoundTimes()
    {
        QFETCH(int, window);
        QFETCH(int, most);
        const double seconds = std::chrono::duration<double>(windowSpan(window)).count();
        QTEST(labelsOf(timeTicks(seconds, most)), "labels");
    }

    void everyTimeLabelSaysWhereItStands()
    {
        const QHash<QString, double> units{{QStringLiteral("s"), 1},
                                           {QStringLiteral("min"), 60},
                                           {QStringLiteral("h"), 3600}};
        for (int window = 0; window < WindowCount; ++window) {
            const double seconds = std::chrono::duration<double>(windowSpan(window)).count();
            for (int most = 1; most <= 6; ++most) {
                const auto ticks = timeTicks(seconds, most);
                QVERIFY(ticks.size() >= 2);
                for (const Tick &tick : ticks) {
                    if (tick.at == 0)
                        continue;
                    const QStringList parts = tick.label.split(QChar(0x202f));
                    QCOMPARE(parts.size(), 2);
                    QVERIFY(parts[0].startsWith("−"));
                    QCOMPARE(-parts[0].mid(1).toDouble() * units.value(parts[1]), tick.at);
                    QVERIFY(tick.at >= -seconds);
                }
            }
        }
    }

    void valuesAreLabelledAtRoundValues_data()
    {
        QTest::addColumn<double>("top");
        QTest::addColumn<int>("most");
        QTest::addColumn<QString>("labels");
        QTest::newRow("10") << 10.0 << 6 << "0, 2, 4, 6, 8, 10";
        QTest::newRow("10, low") << 10.0 << 3 << "0, 5, 10";
        QTest::newRow("10, very low") << 10.0 << 1 << "0, 10";
        QTest::newRow("20") << 20.0 << 4 << "0, 5, 10, 15, 20";
        QTest::newRow("50") << 50.0 << 4 << "0, 25, 50";
        QTest::newRow("50, high") << 50.0 << 5 << "0, 10, 20, 30, 40, 50";
        QTest::newRow("5 has no half") << 5.0 << 4 << "0, 5";
        QTest::newRow("100") << 100.0 << 4 << "0, 25, 50, 75, 100";
        QTest::newRow("20000") << 20000.0 << 2 << "0, 10000, 20000";
    }
    void valuesAreLabelledAtRoundValues()
    {
        QFETCH(double, top);
        QFETCH(int, most);
        QTEST(labelsOf(linearTicks(top, most, plain)), "labels");
    }

    void decadesAreLabelledAtPowersOfTen_data()
    {
        QTest::addColumn<int>("low");
        QTest::addColumn<int>("high");
        QTest::addColumn<int>("most");
        QTest::addColumn<QString>("labels");
        const auto row = [](const char *name, int low, int high, int most, const char *labels) {
            QTest::newRow(name) << low << high << most << QString::fromUtf8(labels);
        };
        row("one", 0, 1, 4, "1 ms, 10 ms");
        row("three", 0, 3, 4, "1 ms, 10 ms, 100 ms, 1 s");
        row("three, low", 1, 4, 2, "100 ms, 10 s");
        row("seven", -3, 4, 6, "10 µs, 1 ms, 100 ms, 10 s");
        row("seven, low", -3, 4, 3, "1 µs, 1 ms, 1 s");
        row("seven, very low", -3, 4, 2, "1 ms, 10 s");
    }
    void decadesAreLabelledAtPowersOfTen()
    {
        QFETCH(int, low);
        QFETCH(int, high);
        QFETCH(int, most);
        QTEST(labelsOf(decadeTicks(low, high, most, span)), "labels");
    }

    void labelsAreWholeAndApart_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<std::vector<double>>("latencies");
        for (const QSize size : {QSize(208, 104), QSize(246, 104), QSize(246, 130), QSize(380, 190),
                                 QSize(800, 400)}) {
            for (const double highest : {0.002, 5.0, 900.0, 9000.0, 1.7e7}) {
                QTest::addRow("%d x %d to %g ms", size.width(), size.height(), highest)
                    << size << std::vector<double>{0.0015, highest / 2, highest};
            }
        }
    }
    void labelsAreWholeAndApart()
    {
        QFETCH(QSize, size);
        QFETCH(std::vector<double>, latencies);
        TimeSeriesChart chart(latency());
        chart.resize(size);
        chart.show();
        for (int window = 0; window < WindowCount; ++window) {
            chart.setWindow(window);
            chart.setData(flat(latencies));
            const auto labels = chart.axisLabels();
            QVERIFY(labels.size() >= 4); // two on each axis
            const QRectF all(QPointF(), chart.findChild<QWidget *>("chartPlot")->size());
            for (std::size_t i = 0; i < labels.size(); ++i) {
                QVERIFY2(all.contains(labels[i].box), qPrintable(labels[i].text));
                for (std::size_t other = 0; other < i; ++other)
                    QVERIFY2(!labels[i].box.intersects(labels[other].box),
                             qPrintable(labels[i].text + QStringLiteral(" on ")
                                        + labels[other].text));
            }
        }
    }

    void titleStaysAndValuesGiveWay()
    {
        TimeSeriesChart chart(latency());
        const auto *title = chart.findChild<QLabel *>("chartTitle");
        const auto *values = chart.findChild<QLabel *>("chartValues");
        chart.show();
        chart.setValues({12.0, 130.0, 65'000.0}, true);
        for (const int width : {208, 246, 300, 500}) {
            chart.resize(width, 110);
            QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
            QVERIFY(title->isVisible());
            QVERIFY(title->width() >= title->sizeHint().width());
            QVERIFY2(values->width() >= values->sizeHint().width(), qPrintable(values->text()));
            for (const char *name : {"p50", "p95", "p99", "1 min"})
                QVERIFY(QString(values->text())
                            .replace(QChar(0x202f), QLatin1Char(' '))
                            .contains(QLatin1String(name)));
            QCOMPARE(values->text().contains("≈130"), width >= 300);
            QCOMPARE(values->text().contains("≈12"), width >= 300);
            QVERIFY(values->toolTip().contains("p50 ≈"));
        }
    }

    void aUnitThatAllHaveIsSaidOnceWhereRoomIsShort()
    {
        TimeSeriesChart chart(latency());
        const auto *values = chart.findChild<QLabel *>("chartValues");
        chart.show();
        chart.resize(246, 110); // as at 1024
        chart.setValues({15.0, 902.0, 902.0}, false);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        QTextDocument text;
        text.setHtml(values->text());
        QCOMPARE(text.toPlainText().replace(QChar(0x202f), QLatin1Char(' ')).simplified(),
                 "p50 15 p95 902 p99 902 ms");
        QVERIFY(values->width() >= values->sizeHint().width());
        chart.resize(500, 110);
        chart.setValues({15.0, 902.0, 902.0}, false);
        QVERIFY(values->text().count(QStringLiteral("ms")) == 3);
    }

    void logAxisDrawsZeros()
    {
        TimeSeriesChart chart(
            {QStringLiteral("Latency"), {}, {QStringLiteral("p50")}, Decades, span});
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

    void chartShowsEverySeriesAndItsValues()
    {
        TimeSeriesChart chart({QStringLiteral("Latency"),
                               {},
                               {QStringLiteral("p50"), QStringLiteral("p95")},
                               TenOrMore,
                               plain});
        chart.resize(300, 160);
        chart.setData({{{2, 1, 1, 1}, {0, 3, 3, 3}}, {{2, 40, 40, 40}, {0, 41, 44, 42}}});
        QCOMPARE(highestOf(chart.drawn(0)), 3.0);
        QCOMPARE(highestOf(chart.drawn(1)), 44.0);
        QCOMPARE(chart.axisTop(), 50.0);
        chart.setValues({3.0, 42.0});
        QCOMPARE(chart.accessibleDescription(), "p50 3, p95 42");
        chart.setValues({3.0, {}}, true);
        QCOMPARE(chart.accessibleDescription(), "p50 ≈3, p95 –");
    }

    void chartHasATable()
    {
        TimeSeriesChart chart(
            {QStringLiteral("Depth"), {}, {QStringLiteral("Objects")}, TenOrMore, plain});
        chart.setData({{{0.5, 7, 8, 7}}});
        chart.setShownAsTable(true);
        auto *table = chart.findChild<QTableWidget *>("chartTable");
        QVERIFY(table);
        QCOMPARE(table->item(0, 1)->text(), "8");
        QCOMPARE(table->item(5, 1)->text(), QString());
    }

    void pointingTellsTheValuesThere()
    {
        TimeSeriesChart chart(latency());
        chart.resize(640, 240);
        chart.show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        const RingPoint before{30, 3, 40, 5};
        const RingPoint now{0, 7, 7, 7};
        chart.setData({{before, now}, {now}, {}});
        const auto lines = [&chart](double age) {
            return chart.textAt(age)
                .replace(QChar(0x202f), QLatin1Char(' '))
                .split(QLatin1Char('\n'));
        };
        QCOMPARE(lines(30.4), QStringList({"30 s ago", "p50: 3 ms to 40 ms", "p95: –", "p99: –"}));
        QCOMPARE(lines(0), QStringList({"0 s ago", "p50: 7 ms", "p95: 7 ms", "p99: –"}));
        QCOMPARE(lines(15)[1], "p50: –"); // nothing is known there
        auto *plot = chart.findChild<Plot *>();
        QTest::mouseMove(plot, plot->rect().center());
        QTRY_VERIFY(plot->pointedAge().has_value());
        QVERIFY(*plot->pointedAge() > 20 && *plot->pointedAge() < 40);
        QTRY_VERIFY(QToolTip::text().contains("p50: 3"));
        QTest::mouseMove(chart.findChild<QLabel *>("chartTitle"));
        QTRY_VERIFY(!plot->pointedAge());
    }

    void pointingTellsTheMarksThereOnly()
    {
        TimeSeriesChart chart(latency());
        chart.resize(640, 240);
        chart.show();
        chart.setMarks({{10, QStringLiteral("photos, command: pause")},
                        {40, QStringLiteral("photos, list failed")}});
        QVERIFY(chart.textAt(10.4).contains("▲ photos, command: pause"));
        QVERIFY(!chart.textAt(10.4).contains("list failed"));
        QVERIFY(!chart.textAt(25).contains("▲"));
    }
};

QONTROLLER_WINDOW_TEST(ChartsTest)
#include "tst_charts.moc"
