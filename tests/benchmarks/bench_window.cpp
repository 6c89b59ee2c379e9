// SPDX-License-Identifier: GPL-3.0-or-later
// The window under load: how long the GUI thread is away, and how long a tick takes.
#include "support/fakefeed.h"
#include "support/fakes.h"

#include "core/engine/observe/feed/delta.h"
#include "core/engine/observe/items/itemdetail.h"
#include "ui/state/deltapump.h"
#include "ui/window/mainwindow.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QThread>
#include <QtCore/QTimer>
#include <QtWidgets/QApplication>

#include <algorithm>
#include <benchmark/benchmark.h>
#include <ctime>
#include <random>

namespace qontroller::benchmarks {
namespace {

using namespace std::chrono_literals;

constexpr int Items = 100'000;
constexpr int ChangesPerTick = 1000;
constexpr auto Load = 10s;

double cpuMilliseconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) * 1e-6;
}

/// Wall time, which other programs share, and processor time, which they do not.
struct Spans
{
    std::vector<double> wall;
    std::vector<double> cpu;

    template<class Work>
    void measure(Work work)
    {
        QElapsedTimer timer;
        timer.start();
        const double before = cpuMilliseconds();
        work();
        cpu.push_back(cpuMilliseconds() - before);
        wall.push_back(double(timer.nsecsElapsed()) * 1e-6);
    }
};

double percentile(std::vector<double> values, double fraction)
{
    if (values.empty())
        return 0;
    std::sort(values.begin(), values.end());
    return values[std::min(values.size() - 1, std::size_t(fraction * double(values.size())))];
}

/// Measures each event that the loop of its own thread hands out, from outside.
class MeasuringApplication final : public QApplication
{
public:
    using QApplication::QApplication;

    bool notify(QObject *receiver, QEvent *event) override
    {
        if (QThread::currentThread() != thread() || m_inside || !measuring)
            return QApplication::notify(receiver, event);
        m_inside = true;
        const int type = int(event->type());
        const QByteArray name = receiver->metaObject()->className();
        Spans &spans = receiver == pump && type == QEvent::MetaCall ? ticks : events;
        bool result = false;
        spans.measure([&] { result = QApplication::notify(receiver, event); });
        if (spans.cpu.back() > slowest) {
            slowest = spans.cpu.back();
            slowestName = name.toStdString() + " event " + std::to_string(type);
        }
        m_inside = false;
        return result;
    }

    void measure(const QObject *of)
    {
        pump = of;
        measuring = of != nullptr;
        if (!measuring)
            return;
        events = {};
        ticks = {};
        slowest = 0;
    }

    const QObject *pump = nullptr;
    bool measuring = false;
    Spans ticks;
    Spans events;
    double slowest = 0;
    std::string slowestName;

private:
    bool m_inside = false;
};

/// A hundred thousand items, of which a thousand change between two pulls: the same
/// ones every time. The work of making that up is in the thread that pulls.
class Churn final : public Feed
{
public:
    Churn()
        : m_controller(m_feed.addController("photos", "folder-mirror"))
    {
        for (int i = 0; i < Items; ++i)
            put(i, ItemState::InSync);
    }

    Sample sample() override { return m_feed.sample(); }
    ReaderId attach(Reads reads) override { return m_feed.attach(reads); }
    Delta pull(ReaderId reader) override
    {
        for (int i = 0; i < ChangesPerTick && m_feed.pulls() * DeltaRowLimit > Items; ++i)
            put(int(m_random() % Items), static_cast<ItemState>(m_random() % ItemStateCount));
        m_feed.edit(m_controller, [](ControllerView &delta) {
            delta.counters.handled += ChangesPerTick;
            delta.gauges.depth = delta.counters.handled / 7 % 5000;
        });
        for (int i = 0; i < 200; ++i)
            m_feed.handle(m_controller, std::chrono::microseconds(900 + 37 * i));
        return m_feed.pull(reader);
    }
    void detach(ReaderId reader) override { m_feed.detach(reader); }
    std::optional<ItemDetail> detail(ControllerId, const ObjectId &) override { return {}; }
    std::optional<Description> describe(ControllerId, const ObjectId &, std::stop_token) override
    {
        return {};
    }
    std::vector<ObjectId> held(ControllerId) override { return {}; }
    [[nodiscard]] int pulls() const { return m_feed.pulls(); }

private:
    void put(int number, ItemState state)
    {
        ItemRow row;
        row.key = ItemKey(number + 1);
        row.id = "2024/summer/DSC_" + std::to_string(number) + ".jpg";
        row.state = state;
        row.errors = state == ItemState::BackOff ? 2 : 0;
        row.text = row.errors > 0 ? "Connection reset by peer after 3 of 51 MB" : "";
        row.since = m_feed.now();
        m_feed.setItem(m_controller, row);
    }

    test::FakeFeed m_feed;
    ControllerId m_controller;
    std::mt19937 m_random{7};
};

void waitFor(auto condition)
{
    QEventLoop loop;
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, &loop, [&] {
        if (condition())
            loop.quit();
    });
    timer.start(20ms);
    loop.exec();
}

void report(benchmark::State &state, const MeasuringApplication &app, const Spans &gaps)
{
    state.counters["tick_p95_ms"] = percentile(app.ticks.wall, 0.95);
    state.counters["tick_p95_cpu_ms"] = percentile(app.ticks.cpu, 0.95);
    state.counters["tick_max_ms"] = percentile(app.ticks.wall, 1);
    state.counters["tick_max_cpu_ms"] = percentile(app.ticks.cpu, 1);
    state.counters["event_max_ms"] = percentile(app.events.wall, 1);
    state.counters["event_max_cpu_ms"] = percentile(app.events.cpu, 1);
    state.counters["gap_p99_ms"] = percentile(gaps.wall, 0.99);
    state.counters["gap_max_ms"] = percentile(gaps.wall, 1);
    state.counters["ticks"] = double(app.ticks.wall.size());
    state.SetLabel("slowest: " + app.slowestName);
}

/// The argument is the table in front: 0 the Overview, 1 items, 2 controllers …
void windowUnderLoad(benchmark::State &state)
{
    auto &app = *static_cast<MeasuringApplication *>(qApp);
    for (auto _ : state) {
        Churn churn;
        test::FakeControl control;
        test::FakeApplication application;
        ui::MainWindow window(application.with(churn, control), {});
        window.resize(1440, 900);
        window.show();
        window.findChild<QAction *>(QStringLiteral("tab%1").arg(state.range(0)))->trigger();
        waitFor([&] { return churn.pulls() * int(DeltaRowLimit) > 2 * Items; });

        Spans gaps;
        QElapsedTimer last;
        QTimer heartbeat;
        heartbeat.setTimerType(Qt::PreciseTimer);
        QObject::connect(&heartbeat, &QTimer::timeout, &window, [&] {
            gaps.wall.push_back(double(last.nsecsElapsed()) * 1e-6);
            last.start();
        });
        last.start();
        heartbeat.start(2ms);
        app.measure(window.findChild<ui::DeltaPump *>());
        QElapsedTimer whole;
        whole.start();
        waitFor([&] { return std::chrono::milliseconds(whole.elapsed()) >= Load; });
        app.measure(nullptr);
        state.SetIterationTime(double(whole.elapsed()) * 1e-3);
        report(state, app, gaps);
    }
}
BENCHMARK(windowUnderLoad)->DenseRange(1, 5)->UseManualTime()->Iterations(1);

} // namespace
} // namespace qontroller::benchmarks

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qontroller::benchmarks::MeasuringApplication app(argc, argv);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
