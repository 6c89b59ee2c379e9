// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/metrics/hostcollector.h"

#include "core/engine/api/functions.h"
#include "core/engine/host/host.h"
#include "familyreader.h"

#include <QtTest/QtTest>

#include <string>

using namespace qontroller;
using namespace qontroller::test;

namespace {

constexpr auto Name = "demo";

/// \a labels and one more.
Labels with(const char *name, const char *value, Labels labels = {})
{
    labels.push_back({name, value});
    return labels;
}

/// Handles what is listed, but parks ids that begin with "bad".
ControllerSpec specOf(ListFunction list)
{
    const auto isBad = [](const ObjectId &id) { return id.starts_with("bad"); };
    const auto storage = makeStorage<std::string>([](const Attempt &attempt) {
        return Fetched<std::string>::found(std::make_shared<const std::string>(attempt.id));
    });
    const auto handler = makeHandler<std::string>(
        [isBad](const std::string &object, const Attempt &) {
            return isBad(object) ? Outcome::park("it is bad") : Outcome::done();
        },
        [](const Attempt &) { return Outcome::done(); });

    ControllerSpec spec;
    spec.name = Name;
    spec.parts.listerWatcher = makeListerWatcher(std::move(list));
    spec.parts.reconciler = makeReconciler<std::string>(storage, handler);
    return spec;
}

void start(Host &host, ListFunction list)
{
    const auto id = host.add(specOf(std::move(list)));
    if (!id)
        qFatal("%s", id.error().c_str());
}

std::optional<double> number(const HostCollector &collector, const char *family, Labels labels = {})
{
    return valueOf(collector.Collect(), family, with("controller", Name, std::move(labels)));
}

std::optional<std::uint64_t> count(const HostCollector &collector, const char *family,
                                   Labels labels = {})
{
    const Families families = collector.Collect();
    const auto *series = findSeries(families, family, with("controller", Name, std::move(labels)));
    return series ? std::optional(series->histogram.sample_count) : std::nullopt;
}

} // namespace

class HostCollectorTest : public QObject
{
    Q_OBJECT

private slots:
    void hasNoSeriesWithoutControllers()
    {
        const Host host;
        for (const auto &family : HostCollector(host).Collect())
            QVERIFY2(family.metric.empty(), family.name.c_str());
    }

    void countsWhatItsHandlersCount()
    {
        Host host;
        ControllerSpec spec = specOf([](ListSink &sink, const std::stop_token &) {
            sink.add("a");
            return ListResult::complete();
        });
        const auto storage = makeStorage<int>(
            [](const Attempt &) { return Fetched<int>::found(std::make_shared<const int>(1)); });
        spec.parts.reconciler = makeReconciler<int>(storage,
                                                    makeHandler<int>(
                                                        [](const int &, const Attempt &attempt) {
                                                            attempt.count("renewed_total", 3);
                                                            attempt.gauge("qontroller_paused",
                                                                          1); // which is ours
                                                            return Outcome::done();
                                                        },
                                                        [](const Attempt &) {
                                                            return Outcome::done();
                                                        }));
        QVERIFY(host.add(std::move(spec)));
        const HostCollector collector(host);
        QTRY_COMPARE(number(collector, "renewed_total"), std::optional(3.0));
        QCOMPARE(number(collector, "qontroller_paused"), std::optional(0.0));
        QCOMPARE(number(collector, "qontroller_handler_reports_dropped_total",
                        with("kind", "metric")),
                 std::optional(1.0));
    }

    void countsWhatAHostHasDone()
    {
        Host host;
        start(host, [](ListSink &sink, const std::stop_token &) {
            for (int i = 0; i < 10; ++i)
                sink.add("good-" + std::to_string(i));
            sink.add("bad-1");
            sink.add("bad-2");
            return ListResult::complete();
        });

        const HostCollector collector(host);
        const auto result = [&collector](const char *label) {
            return number(collector, "controller_runtime_reconcile_total", with("result", label));
        };
        QTRY_COMPARE(result("success"), std::optional(10.0));
        QTRY_COMPARE(result("error"), std::optional(2.0));
        QCOMPARE(number(collector, "controller_runtime_terminal_reconcile_errors_total"),
                 std::optional(2.0));
        QTRY_COMPARE(number(collector, "qontroller_items", with("state", "in_sync")),
                     std::optional(10.0));
        QTRY_COMPARE(number(collector, "qontroller_items", with("state", "parked")),
                     std::optional(2.0));
        QCOMPARE(number(collector, "qontroller_synced"), std::optional(1.0));
        QCOMPARE(number(collector, "controller_runtime_max_concurrent_reconciles"),
                 std::optional(4.0));
        QCOMPARE(number(collector, "workqueue_adds_total", with("name", Name)),
                 std::optional(12.0));
        QCOMPARE(number(collector, "qontroller_controller_queue_dequeued_total"),
                 std::optional(12.0));

        const auto of = [](std::uint64_t value) { return std::optional(value); };
        QCOMPARE(count(collector, "workqueue_queue_duration_seconds", with("name", Name)), of(12));
        QCOMPARE(count(collector, "controller_runtime_reconcile_time_seconds"), of(12));
        QCOMPARE(count(collector, "qontroller_controller_storage_get_duration_seconds",
                       with("success", "true")),
                 of(12));
        QCOMPARE(count(collector, "qontroller_controller_listerwatcher_list_duration_seconds",
                       with("success", "true")),
                 of(1));
        const auto handled = [&collector](const char *success) {
            return count(collector, "qontroller_controller_handle_duration_seconds",
                         with("kind", "add", with("success", success)));
        };
        QCOMPARE(handled("true"), of(10));
        QCOMPARE(handled("false"), of(2));
    }
};

QTEST_APPLESS_MAIN(HostCollectorTest)
#include "tst_hostcollector.moc"
