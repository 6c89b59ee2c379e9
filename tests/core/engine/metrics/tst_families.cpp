// SPDX-License-Identifier: LGPL-3.0-or-later
#include "familyreader.h"
#include "samples.h"
#include "testprogram.h"

#include <prometheus/text_serializer.h>

#include <QtTest/QtTest>

using namespace qontroller;
using namespace qontroller::test;
using namespace std::chrono_literals;

namespace {

const Labels Demo{{"controller", "demo"}};
const Labels DemoQueue{{"controller", "demo"}, {"name", "demo"}};

Labels demoAnd(Labels more)
{
    more.push_back({"controller", "demo"});
    return more;
}

Families familiesOf(const ControllerSample &sample)
{
    return metricFamilies({sample});
}

} // namespace

class FamiliesTest : public QObject
{
    Q_OBJECT

private slots:
    void putsQueueLatenciesIntoCumulativeBuckets_data()
    {
        QTest::addColumn<QString>("family");
        QTest::addColumn<double>("bound");
        QTest::addColumn<quint64>("expected");

        const QString ours = "qontroller_controller_queued_duration_seconds";
        QTest::newRow("0.005") << ours << 0.005 << quint64(0);
        QTest::newRow("0.05") << ours << 0.05 << quint64(0);
        QTest::newRow("0.1") << ours << 0.1 << quint64(1);
        QTest::newRow("0.5") << ours << 0.5 << quint64(1);
        QTest::newRow("1") << ours << 1.0 << quint64(2);
        QTest::newRow("5") << ours << 5.0 << quint64(2);
        QTest::newRow("10") << ours << 10.0 << quint64(3);
        const QString queue = "workqueue_queue_duration_seconds";
        QTest::newRow("queue 0.01") << queue << 0.01 << quint64(0);
        QTest::newRow("queue 0.1") << queue << 0.1 << quint64(1);
        QTest::newRow("queue 1") << queue << 1.0 << quint64(2);
        QTest::newRow("queue 10") << queue << 10.0 << quint64(3);
        QTest::newRow("queue 1000") << queue << 1000.0 << quint64(3);
    }
    void putsQueueLatenciesIntoCumulativeBuckets()
    {
        QFETCH(QString, family);
        QFETCH(double, bound);
        QFETCH(quint64, expected);

        ControllerSample sample = freshSample("demo");
        for (const Duration latency : {Duration(1s), Duration(6s), Duration(55ms)})
            sample.latencies.queue.record(latency);

        const Families families = familiesOf(sample);
        const Labels &labels = family.startsWith("workqueue") ? DemoQueue : Demo;
        const auto *series = findSeries(families, family.toStdString(), labels);
        QVERIFY(series);
        const auto count = bucketOf(*series, bound);
        QVERIFY(count);
        QCOMPARE(quint64(*count), expected);
        QCOMPARE(quint64(series->histogram.sample_count), quint64(3));
        QCOMPARE(series->histogram.sample_sum, 7.055);
    }

    void hasTheBucketBoundsThatDashboardsKnow_data()
    {
        QTest::addColumn<QString>("family");
        QTest::addColumn<int>("buckets");
        QTest::addColumn<double>("first");
        QTest::addColumn<double>("fourth");
        QTest::addColumn<double>("last");

        // 1e-8 multiplied by 10 three times is not 1e-5 but the number beside it.
        QTest::newRow("queue") << "workqueue_queue_duration_seconds" << 12 << 1e-8
                               << 9.999999999999999e-06 << 1000.0;
        QTest::newRow("work") << "workqueue_work_duration_seconds" << 12 << 1e-8
                              << 9.999999999999999e-06 << 1000.0;
        QTest::newRow("reconcile")
            << "controller_runtime_reconcile_time_seconds" << 40 << 0.005 << 0.05 << 60.0;
        QTest::newRow("handle") << "qontroller_controller_handle_duration_seconds" << 11 << 0.005
                                << 0.05 << 10.0;
    }
    void hasTheBucketBoundsThatDashboardsKnow()
    {
        QFETCH(QString, family);
        QFETCH(int, buckets);
        QFETCH(double, first);
        QFETCH(double, fourth);
        QFETCH(double, last);

        const Families families = familiesOf(freshSample("demo"));
        const auto *found = findFamily(families, family.toStdString());
        QVERIFY(found);
        const auto &bounds = found->metric.at(0).histogram.bucket;
        QCOMPARE(int(bounds.size()), buckets);
        QVERIFY(bounds.front().upper_bound == first);
        QVERIFY(bounds.at(3).upper_bound == fourth);
        QCOMPARE(bounds.back().upper_bound, last);
        QVERIFY(std::is_sorted(bounds.begin(), bounds.end(), [](const auto &a, const auto &b) {
            return a.upper_bound < b.upper_bound;
        }));
    }

    void tellsListLatencyBySuccess()
    {
        ControllerSample sample = freshSample("demo");
        sample.latencies.listOk.record(200ms, 2);
        sample.latencies.listFailed.record(3s);
        const Families families = familiesOf(sample);
        const std::string family = "qontroller_controller_listerwatcher_list_duration_seconds";

        const auto *ok = findSeries(families, family, demoAnd({{"success", "true"}}));
        QVERIFY(ok);
        QCOMPARE(bucketOf(*ok, 0.1), std::optional<std::uint64_t>(0));
        QCOMPARE(bucketOf(*ok, 0.25), std::optional<std::uint64_t>(2));
        const auto *failed = findSeries(families, family, demoAnd({{"success", "false"}}));
        QVERIFY(failed);
        QCOMPARE(bucketOf(*failed, 2.5), std::optional<std::uint64_t>(0));
        QCOMPARE(bucketOf(*failed, 5), std::optional<std::uint64_t>(1));
    }

    void tellsStorageLatencyBySuccess()
    {
        ControllerSample sample = freshSample("demo");
        sample.latencies.storageOk.record(20ms);
        sample.latencies.storageFailed.record(700ms, 3);
        const Families families = familiesOf(sample);
        const std::string family = "qontroller_controller_storage_get_duration_seconds";

        const auto *ok = findSeries(families, family, demoAnd({{"success", "true"}}));
        QVERIFY(ok);
        QCOMPARE(bucketOf(*ok, 0.025), std::optional<std::uint64_t>(1));
        QCOMPARE(ok->histogram.sample_count, std::uint64_t(1));
        const auto *failed = findSeries(families, family, demoAnd({{"success", "false"}}));
        QVERIFY(failed);
        QCOMPARE(bucketOf(*failed, 0.5), std::optional<std::uint64_t>(0));
        QCOMPARE(bucketOf(*failed, 1), std::optional<std::uint64_t>(3));
    }

    void tellsHandleLatencyByKindAndSuccess()
    {
        ControllerSample sample = freshSample("demo");
        sample.latencies.addOk.record(1s);
        sample.latencies.addFailed.record(1s, 2);
        sample.latencies.removeOk.record(1s, 3);
        sample.latencies.removeFailed.record(1s, 4);
        const Families families = familiesOf(sample);

        const auto count = [&families](const char *kind, const char *success) {
            const auto *series = findSeries(families,
                                            "qontroller_controller_handle_duration_seconds",
                                            demoAnd({{"kind", kind}, {"success", success}}));
            return series ? bucketOf(*series, 1) : std::nullopt;
        };
        QCOMPARE(count("add", "true"), std::optional<std::uint64_t>(1));
        QCOMPARE(count("add", "false"), std::optional<std::uint64_t>(2));
        QCOMPARE(count("remove", "true"), std::optional<std::uint64_t>(3));
        QCOMPARE(count("remove", "false"), std::optional<std::uint64_t>(4));
    }

    void splitsReconcilesByResult()
    {
        ControllerSample sample = freshSample("demo");
        sample.status.counters.handled = 100;
        sample.status.counters.errors = 7;
        sample.status.counters.requeues = 20;
        sample.status.counters.waits = 3;
        sample.status.counters.locksRefused = 4;
        sample.status.counters.locksAway = 5;
        sample.status.counters.disowned = 6;
        const Families families = familiesOf(sample);

        const auto result = [&families](const char *label) {
            return valueOf(families, "controller_runtime_reconcile_total",
                           demoAnd({{"result", label}}));
        };
        QCOMPARE(result("error"), std::optional(7.0));
        QCOMPARE(result("requeue"), std::optional(0.0));
        QCOMPARE(result("requeue_after"), std::optional(23.0));
        QCOMPARE(result("lock_refused"), std::optional(4.0));
        QCOMPARE(result("lock_service_away"), std::optional(5.0));
        QCOMPARE(result("success"), std::optional(55.0));
        QCOMPARE(result("elsewhere"), std::optional(6.0));
    }

    void showsNoNegativeSuccessesWhileCountersAreRead()
    {
        ControllerSample sample = freshSample("demo");
        sample.status.counters.handled = 1;
        sample.status.counters.errors = 2;
        QCOMPARE(valueOf(familiesOf(sample), "controller_runtime_reconcile_total",
                         demoAnd({{"result", "success"}})),
                 std::optional(0.0));
    }

    void mapsCountersAndGauges_data()
    {
        QTest::addColumn<QString>("family");
        QTest::addColumn<double>("expected");

        QTest::newRow("depth") << "workqueue_depth" << 1.0;
        QTest::newRow("adds") << "workqueue_adds_total" << 2.0;
        QTest::newRow("retries") << "workqueue_retries_total" << 3.0;
        QTest::newRow("unfinished") << "workqueue_unfinished_work_seconds" << 4.5;
        QTest::newRow("longest") << "workqueue_longest_running_processor_seconds" << 5.5;
        QTest::newRow("errors") << "controller_runtime_reconcile_errors_total" << 6.0;
        QTest::newRow("terminal") << "controller_runtime_terminal_reconcile_errors_total" << 7.0;
        QTest::newRow("panics") << "controller_runtime_reconcile_panics_total" << 8.0;
        QTest::newRow("workers") << "controller_runtime_max_concurrent_reconciles" << 9.0;
        QTest::newRow("active") << "controller_runtime_active_workers" << 10.0;
        QTest::newRow("queued") << "qontroller_controller_queue_queued_total" << 2.0;
        QTest::newRow("dequeued") << "qontroller_controller_queue_dequeued_total" << 11.0;
        QTest::newRow("locks held") << "qontroller_locks_held" << 12.0;
        QTest::newRow("locks granted") << "qontroller_locks_granted_total" << 13.0;
        QTest::newRow("locks refused") << "qontroller_locks_refused_total" << 14.0;
        QTest::newRow("locks lost") << "qontroller_locks_lost_total" << 15.0;
        QTest::newRow("locks not released") << "qontroller_locks_not_released_total" << 25.0;
        QTest::newRow("lock service away") << "qontroller_lock_service_away" << 1.0;
        QTest::newRow("found it away") << "qontroller_lock_service_away_attempts_total" << 26.0;
        QTest::newRow("watch restarts") << "qontroller_watch_restarts_total" << 16.0;
        QTest::newRow("list age") << "qontroller_list_age_seconds" << 17.5;
        QTest::newRow("lists failed in a row") << "qontroller_lists_failed_in_a_row" << 27.0;
        QTest::newRow("resync interval") << "qontroller_resync_interval_seconds" << 28.0;
        QTest::newRow("shortages") << "qontroller_shortages_total" << 24.0;
        QTest::newRow("ids refused") << "qontroller_ids_refused_total" << 23.0;
        QTest::newRow("dropped") << "qontroller_dropped_events_total" << 18.0;
        QTest::newRow("oldest") << "qontroller_oldest_unhandled_item_seconds" << 19.5;
        QTest::newRow("held") << "qontroller_held_removals" << 20.0;
        QTest::newRow("parts") << "qontroller_parts" << 25.0;
        QTest::newRow("parts owned") << "qontroller_parts_owned" << 26.0;
        QTest::newRow("looping") << "qontroller_looping_items" << 29.0;
        QTest::newRow("loops") << "qontroller_loops_total" << 30.0;
        QTest::newRow("given up") << "qontroller_given_up_items" << 32.0;
        QTest::newRow("retries limited") << "qontroller_retries_limited" << 31.0;
        QTest::newRow("stuck in place") << "qontroller_workers_stuck_in_place" << 21.0;
        QTest::newRow("process restarts") << "qontroller_process_restarts_total" << 22.0;
        QTest::newRow("process is down") << "qontroller_process_down" << 1.0;
        QTest::newRow("synced") << "qontroller_synced" << 1.0;
        QTest::newRow("paused") << "qontroller_paused" << 1.0;
        QTest::newRow("another host's") << "qontroller_owned_by_another_host" << 1.0;
    }
    void mapsCountersAndGauges()
    {
        QFETCH(QString, family);
        QFETCH(double, expected);

        ControllerSample sample = freshSample("demo");
        Counters &counters = sample.status.counters;
        Gauges &gauges = sample.status.gauges;
        gauges.depth = 1;
        counters.queued = 2;
        counters.retries = 3;
        gauges.looping = 29;
        counters.loops = 30;
        gauges.retriesLimited = 31;
        gauges.givenUp = 32;
        gauges.runningSum = 4500ms;
        gauges.oldestRunning = 5500ms;
        counters.errors = 6;
        counters.parkings = 7;
        counters.panics = 8;
        sample.status.options.workers = 9;
        gauges.running = 10;
        counters.dequeued = 11;
        gauges.locksHeld = 12;
        counters.locksGranted = 13;
        counters.locksRefused = 14;
        counters.locksLost = 15;
        counters.locksNotReleased = 25;
        counters.locksAway = 26;
        sample.status.lockOutage = {"no route", TimePoint(1s)};
        counters.watchRestarts = 16;
        gauges.listAge = 17500ms;
        counters.eventsDropped = 18;
        counters.idsRefused = 23;
        counters.shortages = 24;
        gauges.oldestWaiting = 19500ms;
        gauges.states[static_cast<int>(ItemState::Held)] = 20;
        gauges.stuckInPlace = 21;
        gauges.parts = 25;
        gauges.partsOwned = 26;
        sample.status.process = {true, 0, 22};
        sample.status.lists.wasComplete = true;
        sample.status.lists.failures = 27;
        sample.status.lists.isForeign = true;
        sample.status.options.resyncInterval = 28s;
        sample.status.state = ControllerState::Paused;

        const Labels &labels = family.startsWith("workqueue") ? DemoQueue : Demo;
        QCOMPARE(valueOf(familiesOf(sample), family.toStdString(), labels),
                 std::optional(expected));
    }

    void countsListsByResult()
    {
        ControllerSample sample = freshSample("demo");
        sample.status.counters.lists = 7;
        sample.status.counters.listsPartial = 2;
        sample.status.counters.listFailures = 3;
        const Families families = familiesOf(sample);
        const auto lists = [&families](const char *result) {
            return valueOf(families, "qontroller_lists_total", demoAnd({{"result", result}}));
        };
        QCOMPARE(lists("complete"), std::optional(5.0));
        QCOMPARE(lists("partial"), std::optional(2.0));
        QCOMPARE(lists("failed"), std::optional(3.0));
    }

    void countsItemsByState()
    {
        ControllerSample sample = freshSample("demo");
        for (int i = 0; i < ItemStateCount; ++i)
            sample.status.gauges.states[i] = i + 1;
        const Families families = familiesOf(sample);

        const char *names[] = {"in_sync",          "waiting", "running", "backoff",
                               "waiting_for_lock", "failed",  "parked",  "held",
                               "paused",           "stuck",   "ignored", "elsewhere"};
        static_assert(std::size(names) == ItemStateCount);
        for (int i = 0; i < ItemStateCount; ++i) {
            QCOMPARE(valueOf(families, "qontroller_items", demoAnd({{"state", names[i]}})),
                     std::optional(i + 1.0));
        }
    }

    void hasEverySeriesWithZeroFromTheStart()
    {
        ControllerSample sample = freshSample("demo");
        sample.status.options.workers = 0;
        sample.status.options.resyncInterval = 0s;
        for (const auto &family : familiesOf(sample)) {
            QVERIFY2(!family.metric.empty(), family.name.c_str());
            for (const auto &series : family.metric) {
                QVERIFY2(series.counter.value == 0 && series.gauge.value == 0, family.name.c_str());
                QCOMPARE(series.histogram.sample_count, std::uint64_t(0));
                QCOMPARE(series.histogram.sample_sum, 0.0);
            }
        }
    }

    void servesWhatAuthorsCount()
    {
        using Kind = CustomMetric::Kind;
        ControllerSample one = freshSample("one");
        one.status.customMetrics = {{"days_left", Kind::Gauge, -2.5},
                                    {"renewed_total", Kind::Counter, 7}};
        ControllerSample two = freshSample("two");
        two.status.customMetrics = {{"renewed_total", Kind::Counter, 9}};
        const Families families = metricFamilies({one, two});
        QCOMPARE(valueOf(families, "days_left", {{"controller", "one"}}), std::optional(-2.5));
        QCOMPARE(valueOf(families, "renewed_total", {{"controller", "one"}}), std::optional(7.0));
        QCOMPARE(valueOf(families, "renewed_total", {{"controller", "two"}}), std::optional(9.0));
        const std::string page = prometheus::TextSerializer().Serialize(families);
        for (const char *line :
             {"\n# TYPE days_left gauge\ndays_left{controller=\"one\"} -2.5\n",
              "\n# TYPE renewed_total counter\nrenewed_total{controller=\"one\"} 7\n"})
            QVERIFY2(page.find(line) != std::string::npos, line);
    }

    void aNameThatTwoControllersUseInTwoWaysHasNoType()
    {
        using Kind = CustomMetric::Kind;
        ControllerSample one = freshSample("one");
        one.status.customMetrics = {{"things", Kind::Counter, 1}};
        ControllerSample two = freshSample("two");
        two.status.customMetrics = {{"things", Kind::Gauge, 2}};
        const std::string page = prometheus::TextSerializer().Serialize(metricFamilies({one, two}));
        QVERIFY2(page.find("\n# TYPE things untyped\nthings{controller=\"one\"} 1\n"
                           "things{controller=\"two\"} 2\n")
                     != std::string::npos,
                 page.c_str());
    }

    void countsWhatHandlersSaidInVain()
    {
        ControllerSample sample = freshSample("demo");
        sample.status.counters.noticesDropped = 1;
        sample.status.counters.metricsRefused = 2;
        sample.status.counters.requeuesUnknown = 3;
        const Families families = familiesOf(sample);
        const auto dropped = [&families](const char *kind) {
            return valueOf(families, "qontroller_handler_reports_dropped_total",
                           demoAnd({{"kind", kind}}));
        };
        QCOMPARE(dropped("event"), std::optional(1.0));
        QCOMPARE(dropped("metric"), std::optional(2.0));
        QCOMPARE(dropped("requeue"), std::optional(3.0));
    }

    void saysWhatAMetricIsOnceForAllControllers()
    {
        const Families families = metricFamilies({freshSample("one"), freshSample("two")});
        QSet<QString> seen;
        for (const auto &family : families) {
            QVERIFY2(!seen.contains(QString::fromStdString(family.name)), family.name.c_str());
            seen.insert(QString::fromStdString(family.name));
            QVERIFY2(!family.help.empty(), family.name.c_str());
        }
    }
};

QONTROLLER_TEST(FamiliesTest)
#include "tst_families.moc"
