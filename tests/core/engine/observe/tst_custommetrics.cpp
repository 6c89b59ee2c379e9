// SPDX-License-Identifier: LGPL-3.0-or-later
#include "printing.h"
#include "testprogram.h"

#include "core/engine/observe/controllers/custommetrics.h"

#include <limits>

using namespace qontroller;

class CustomMetricsTest : public QObject
{
    Q_OBJECT

private slots:
    void countersAddUpAndGaugesAreSet()
    {
        CustomMetrics metrics;
        QVERIFY(metrics.count("renewed_total", 1) == MetricRefusal::None);
        QVERIFY(metrics.count("renewed_total", 2.5) == MetricRefusal::None);
        QVERIFY(metrics.set("days_left", 89) == MetricRefusal::None);
        QVERIFY(metrics.set("days_left", -3) == MetricRefusal::None);
        QVERIFY(
            (metrics.all()
             == std::vector<CustomMetric>{{"days_left", CustomMetric::Kind::Gauge, -3},
                                          {"renewed_total", CustomMetric::Kind::Counter, 3.5}}));
    }

    void namesAreJudged_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<MetricRefusal>("expected");
        const auto row = [](const char *title, QByteArray name, MetricRefusal expected) {
            QTest::newRow(title) << std::move(name) << expected;
        };
        row("one letter", "a", MetricRefusal::None);
        row("all that may be", "_aZ:09", MetricRefusal::None);
        row("colon first", ":a", MetricRefusal::None);
        row("longest", QByteArray(200, 'a'), MetricRefusal::None);
        row("too long", QByteArray(201, 'a'), MetricRefusal::Name);
        row("empty", "", MetricRefusal::Name);
        row("digit first", "9a", MetricRefusal::Name);
        row("blank", "a b", MetricRefusal::Name);
        row("dash", "a-b", MetricRefusal::Name);
        row("quote", "a\"} 1\nb", MetricRefusal::Name);
        row("zero byte", QByteArray("a\0b", 3), MetricRefusal::Name);
        row("umlaut", "größe", MetricRefusal::Name);
        row("ours", "qontroller_items", MetricRefusal::TakenName);
        row("of queues", "workqueue_depth", MetricRefusal::TakenName);
        row("of controllers", "controller_runtime_reconcile_total", MetricRefusal::TakenName);
        row("of Prometheus", "up", MetricRefusal::TakenName);
        row("of Prometheus, too", "scrape_duration_seconds", MetricRefusal::TakenName);
        row("of processes", "process_open_fds", MetricRefusal::TakenName);
        row("begins like one of Prometheus", "uploads_total", MetricRefusal::None);
        row("begins like those of processes", "processed_total", MetricRefusal::None);
        row("nearly ours", "qontroller", MetricRefusal::None);
    }
    void namesAreJudged()
    {
        QFETCH(QByteArray, name);
        QFETCH(MetricRefusal, expected);
        CustomMetrics metrics;
        const std::string_view view(name.constData(), std::size_t(name.size()));
        QVERIFY(metrics.count(view, 1) == expected);
        QVERIFY(CustomMetrics().set(view, 1) == expected);
        QCOMPARE(metrics.all().size(), std::size_t(expected == MetricRefusal::None));
    }

    void aNameStaysWhatItWas()
    {
        CustomMetrics metrics;
        QVERIFY(metrics.count("a", 1) == MetricRefusal::None);
        QVERIFY(metrics.set("a", 7) == MetricRefusal::OtherKind);
        QVERIFY(metrics.set("b", 7) == MetricRefusal::None);
        QVERIFY(metrics.count("b", 1) == MetricRefusal::OtherKind);
        QCOMPARE(metrics.all().front().value, 1.0);
        QCOMPARE(metrics.all().back().value, 7.0);
    }

    void valuesAreFiniteAndCountersOnlyGrow()
    {
        CustomMetrics metrics;
        constexpr double Infinite = std::numeric_limits<double>::infinity();
        constexpr double None = std::numeric_limits<double>::quiet_NaN();
        for (const double wrong : {Infinite, -Infinite, None}) {
            QVERIFY(metrics.count("a", wrong) == MetricRefusal::Value);
            QVERIFY(metrics.set("b", wrong) == MetricRefusal::Value);
        }
        QVERIFY(metrics.count("a", -1) == MetricRefusal::Value);
        QVERIFY(metrics.all().empty());
        QVERIFY(metrics.count("a", 0) == MetricRefusal::None); // it is there with 0
        QCOMPARE(metrics.all().size(), std::size_t(1));
        QVERIFY(metrics.count("a", 1e308) == MetricRefusal::None);
        QVERIFY(metrics.count("a", 1e308) == MetricRefusal::Value); // their sum is not finite
        QCOMPARE(metrics.all().front().value, 1e308);
    }

    void aMillionNamesAreAHundred()
    {
        CustomMetrics metrics;
        for (int i = 0; i < 1'000'000; ++i) {
            const MetricRefusal refusal = metrics.count("name_" + std::to_string(i), 1);
            QVERIFY(refusal == (i < 100 ? MetricRefusal::None : MetricRefusal::TooMany));
        }
        QCOMPARE(metrics.all().size(), CustomMetrics::MostNames);
        QVERIFY(metrics.count("name_7", 1) == MetricRefusal::None);
    }

    void everyRefusalHasASentence()
    {
        for (std::size_t i = 1; i < MetricRefusalCount; ++i)
            QVERIFY(!sentence(static_cast<MetricRefusal>(i)).empty());
    }
};

QONTROLLER_TEST(CustomMetricsTest)
#include "tst_custommetrics.moc"
