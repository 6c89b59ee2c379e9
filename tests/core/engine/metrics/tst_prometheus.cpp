// SPDX-License-Identifier: LGPL-3.0-or-later
#include "testprogram.h"

#include "core/engine/metrics/metricsserver.h"
#include "httpget.h"
#include "programs.h"
#include "prometheusprocess.h"
#include "samples.h"

#include <QtCore/QProcess>
#include <QtTest/QtTest>

#include <memory>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

std::vector<ControllerSample> busySamples()
{
    ControllerSample photos = freshSample("photos");
    photos.status.counters.queued = 1234;
    photos.status.counters.handled = 1200;
    photos.status.gauges.depth = 34;
    photos.latencies.queue.record(1s);
    photos.latencies.queue.record(6s);
    photos.latencies.queue.record(55ms);
    using Kind = CustomMetric::Kind;
    photos.status.customMetrics = {{"certificates_left", Kind::Gauge, -2.5},
                                   {"copied_bytes_total", Kind::Counter, 1e15}};
    return {photos, freshSample("a \"quoted\" näme\\with\nall")};
}

std::unique_ptr<MetricsServer> startServer()
{
    auto server = MetricsServer::start("127.0.0.1:0",
                                       {std::make_shared<FixedCollectable>(busySamples()),
                                        [] { return std::string(); }});
    return server ? std::move(*server) : nullptr;
}

} // namespace

class PrometheusTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        const QByteArray missing = missingPrograms({"promtool", "prometheus"});
        QVERIFY2(missing.isEmpty(), missing);
    }

    void promtoolFindsNothingToSay()
    {
        const auto server = startServer();
        QVERIFY(server);
        const QByteArray scraped = httpGet(QUrl(QString::fromStdString(server->url())));
        QVERIFY(scraped.contains("workqueue_depth"));

        QProcess promtool;
        promtool.setProcessChannelMode(QProcess::MergedChannels);
        promtool.start("promtool", {"check", "metrics"});
        promtool.write(scraped);
        promtool.closeWriteChannel();
        QVERIFY(promtool.waitForFinished());
        QCOMPARE(promtool.readAll(), QByteArray());
        QCOMPARE(promtool.exitCode(), 0);
    }

    void aServerEndsUpWithTheSeries()
    {
        const auto server = startServer();
        QVERIFY(server);
        PrometheusProcess prometheus(server->port());
        QTRY_VERIFY2(!prometheus.address().isEmpty(), prometheus.log());

        QTRY_COMPARE(prometheus.query("workqueue_depth{name='photos'}"), "34");
        QCOMPARE(prometheus.query("workqueue_adds_total{controller='photos'}"), "1234");
        QCOMPARE(prometheus.query("controller_runtime_reconcile_total{controller='photos',"
                                  "result='success'}"),
                 "1200");
        const QString bucket = "qontroller_controller_queued_duration_seconds_bucket";
        QCOMPARE(prometheus.query(bucket + "{controller='photos',le='0.1'}"), "1");
        QCOMPARE(prometheus.query(bucket + "{controller='photos',le='1'}"), "2");
        QCOMPARE(prometheus.query(bucket + "{controller='photos',le='10'}"), "3");
        QCOMPARE(prometheus.query(bucket + "{controller='photos',le='+Inf'}"), "3");
        QCOMPARE(prometheus.query("count(qontroller_items{controller='photos'})"), "12");
        QCOMPARE(prometheus.query("copied_bytes_total{controller='photos'}"), "1000000000000000");
        QCOMPARE(prometheus.query("certificates_left"), "-2.5");
        QCOMPARE(prometheus.query("qontroller_locks_refused_total{controller!='photos'}"), "0");
    }
};

QONTROLLER_GUILESS_TEST(PrometheusTest)
#include "tst_prometheus.moc"
