// SPDX-License-Identifier: GPL-3.0-or-later
// The window under load: how long the GUI thread is away, and how long a tick takes.
#include "support/fakes.h"

#include "core/engine/observe/feed/delta.h"
#include "core/engine/observe/items/description.h"
#include "core/engine/observe/items/itemdetail.h"
#include "ui/models/itemsmodel.h"
#include "ui/state/itemstore.h"
#include "ui/state/linkreader.h"
#include "ui/views/filterbox.h"
#include "ui/views/tabs.h"
#include "ui/window/mainwindow.h"

#include <QtCore/QDeadlineTimer>
#include <QtCore/QElapsedTimer>
#include <QtCore/QThread>
#include <QtCore/QTimer>
#include <QtWidgets/QApplication>

#include <algorithm>
#include <benchmark/benchmark.h>
#include <ctime>
#include <fstream>
#include <mutex>
#include <random>
#include <unistd.h>

namespace qontroller::benchmarks {
namespace {

using namespace std::chrono_literals;

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
        const bool isTick = type == QEvent::MetaCall && qobject_cast<ui::LinkReader *>(receiver);
        Spans &spans = isTick ? ticks : events;
        bool result = false;
        spans.measure([&] { result = QApplication::notify(receiver, event); });
        if (spans.cpu.back() > slowest) {
            slowest = spans.cpu.back();
            slowestName = name.toStdString() + " event " + std::to_string(type);
        }
        m_inside = false;
        return result;
    }

    void measure(bool on)
    {
        measuring = on;
        if (!on)
            return;
        events = {};
        ticks = {};
        slowest = 0;
    }

    bool measuring = false;
    Spans ticks;
    Spans events;
    double slowest = 0;
    std::string slowestName;

private:
    bool m_inside = false;
};

/// Bytes of memory that this process has in use.
double residentBytes()
{
    std::ifstream file("/proc/self/statm");
    double all = 0;
    double resident = 0;
    file >> all >> resident;
    return resident * double(sysconf(_SC_PAGESIZE));
}

/// A controller with a great many objects, of which some change each second: others each time, and
/// the same ones in each run. It keeps a byte of each, so memory is the window's; and what it costs
/// to make rows up is in the thread that pulls.
class Churn final : public Feed
{
public:
    Churn(std::int64_t objects, std::int64_t changesPerSecond)
        : m_states(std::size_t(objects), ItemState::InSync)
        , m_changesPerSecond(changesPerSecond)
    {
        m_view.id = 1;
        m_view.name = "photos";
        m_view.plugin = "folder-mirror";
        m_view.state = ControllerState::Running;
        m_view.lists.last = ListEnd::Complete;
        m_view.lists.wasComplete = true;
        m_view.gauges.workers = m_view.options.workers;
        m_view.gauges.known = m_states.size();
        m_view.gauges.states[std::size_t(ItemState::InSync)] = m_states.size();
    }

    Sample sample() override
    {
        const std::lock_guard lock(m_mutex);
        return {now(), {{m_view.id, m_view.counters, m_view.gauges}}};
    }
    ReaderId attach(Reads) override { return 1; }
    Delta pull(ReaderId) override
    {
        const std::lock_guard lock(m_mutex);
        m_changed.clear();
        if (m_told < m_states.size())
            tellFirst();
        else
            change();
        m_view.latencies.handler.record(std::chrono::microseconds(900 + m_random() % 7400), 200);
        ControllerDelta delta = m_view;
        delta.changed = std::move(m_changed);
        delta.rowsPending = m_states.size() - m_told;
        return {now(), SteadyClock::instance().wallNow(), {std::move(delta)}, {}};
    }
    void detach(ReaderId) override {}
    std::optional<ItemDetail> detail(ControllerId, const ObjectId &) override { return {}; }
    std::optional<Description> describe(ControllerId, const ObjectId &, std::stop_token) override
    {
        return {};
    }
    std::vector<ObjectId> held(ControllerId) override { return {}; }

private:
    static TimePoint now() { return SteadyClock::instance().now(); }

    void tellFirst()
    {
        const std::size_t end = std::min(m_told + DeltaRowLimit, m_states.size());
        for (; m_told < end; ++m_told)
            tell(m_told);
        m_last = now();
    }

    void change()
    {
        const std::chrono::duration<double> passed = now() - std::exchange(m_last, now());
        m_due += passed.count() * double(m_changesPerSecond);
        for (; m_due >= 1 && m_changed.size() < DeltaRowLimit; m_due -= 1) {
            const std::size_t number = m_random() % m_states.size();
            --m_view.gauges.states[std::size_t(m_states[number])];
            m_states[number] = static_cast<ItemState>(m_random() % ItemStateCount);
            ++m_view.gauges.states[std::size_t(m_states[number])];
            ++m_view.counters.handled;
            tell(number);
        }
        m_view.gauges.depth = m_view.gauges.states[std::size_t(ItemState::Waiting)];
    }

    void tell(std::size_t number)
    {
        ItemRow row;
        row.key = ItemKey(number + 1);
        row.id = "2024/summer/DSC_" + std::to_string(number) + ".jpg";
        row.state = m_states[number];
        row.errors = row.state == ItemState::BackOff ? 2 : 0;
        row.text = row.errors > 0 ? "Connection reset by peer after 3 of 51 MB" : "";
        row.since = now();
        m_changed.push_back(std::move(row));
    }

    std::mutex m_mutex;
    ControllerDelta m_view;
    std::vector<ItemState> m_states;
    std::vector<ItemRow> m_changed;
    const std::int64_t m_changesPerSecond;
    std::size_t m_told = 0;
    double m_due = 0;
    TimePoint m_last;
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

/// How long the GUI thread is away, as a timer of its own sees it.
class Heartbeat
{
public:
    Heartbeat()
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] {
            m_gaps.push_back(double(m_last.nsecsElapsed()) * 1e-6);
            m_last.start();
        });
    }
    void start()
    {
        m_gaps.clear();
        m_last.start();
        m_timer.start(5ms);
    }
    /// Between two beats, in ms.
    [[nodiscard]] const std::vector<double> &gaps() const { return m_gaps; }

private:
    QTimer m_timer;
    QElapsedTimer m_last;
    std::vector<double> m_gaps;
};

/// How long a person waits for the rows that \a filter finds, in ms.
double answerTime(ui::MainWindow &window, const char *filter)
{
    QEventLoop loop; // what answers an earlier question is not told
    QObject::connect(&window.findChild<ui::Tabs *>()->items(), &ui::ItemsModel::refreshed, &loop,
                     &QEventLoop::quit);
    QElapsedTimer timer;
    timer.start();
    window.findChild<ui::FilterBox *>()->setFilterText(QLatin1String(filter));
    loop.exec();
    return double(timer.nsecsElapsed()) * 1e-6;
}

void report(benchmark::State &state, const MeasuringApplication &app,
            const std::vector<double> &gaps)
{
    state.counters["tick_p95_ms"] = percentile(app.ticks.wall, 0.95);
    state.counters["tick_p95_cpu_ms"] = percentile(app.ticks.cpu, 0.95);
    state.counters["tick_max_ms"] = percentile(app.ticks.wall, 1);
    state.counters["tick_max_cpu_ms"] = percentile(app.ticks.cpu, 1);
    state.counters["event_max_ms"] = percentile(app.events.wall, 1);
    state.counters["event_max_cpu_ms"] = percentile(app.events.cpu, 1);
    state.counters["gap_p99_ms"] = percentile(gaps, 0.99);
    state.counters["gap_max_ms"] = percentile(gaps, 1);
    state.counters["ticks"] = double(app.ticks.wall.size());
    state.SetLabel("slowest: " + app.slowestName);
}

/// Waits until the window has all rows; says how long that took, and what they cost.
void load(benchmark::State &state, ui::MainWindow &window, double before)
{
    const std::int64_t objects = state.range(1);
    auto &items = window.findChild<ui::Tabs *>()->items();
    QElapsedTimer timer;
    timer.start();
    waitFor([&] { return std::int64_t(items.store().liveCount()) == objects; });
    state.counters["rows_s"] = double(timer.elapsed()) * 1e-3;
    waitFor([rest = QDeadlineTimer(3s)] { return rest.hasExpired(); }); // it is sorted
    state.counters["bytes_per_row"] = (residentBytes() - before) / double(objects);
}

/// The load itself, and then what a person asks for in it.
void run(benchmark::State &state, MeasuringApplication &app, ui::MainWindow &window)
{
    Heartbeat heart;
    heart.start();
    app.measure(true);
    QElapsedTimer whole;
    whole.start();
    const double cpu = cpuMilliseconds();
    waitFor([&] { return std::chrono::milliseconds(whole.elapsed()) >= Load; });
    state.counters["gui_core_percent"] = 100 * (cpuMilliseconds() - cpu) / double(whole.elapsed());
    app.measure(false);
    state.SetIterationTime(double(whole.elapsed()) * 1e-3);
    report(state, app, heart.gaps());

    heart.start();
    std::vector<double> answers;
    for (const char *filter : {"state:failed", "id:/7.7.jpg/", "reset tries:>=2", "777"})
        answers.push_back(answerTime(window, filter));
    state.counters["filter_max_ms"] = percentile(answers, 1);
    state.counters["filter_cleared_ms"] = answerTime(window, "");
    state.counters["filter_gap_max_ms"] = percentile(heart.gaps(), 1);
    state.counters["memory_mib"] = residentBytes() / 1024 / 1024;
}

/// The arguments are the table in front (0 the Overview, 1 objects, 2 controllers …), how many
/// objects there are, and how many of them change each second.
void windowUnderLoad(benchmark::State &state)
{
    auto &app = *static_cast<MeasuringApplication *>(qApp);
    for (auto _ : state) {
        Churn churn(state.range(1), state.range(2));
        const double before = residentBytes();
        test::FakeControl control;
        test::FakeApplication application;
        ui::MainWindow window(application.with(churn, control), {});
        window.resize(1440, 900);
        window.show();
        window.findChild<QAction *>(QStringLiteral("tab%1").arg(state.range(0)))->trigger();
        load(state, window, before);
        run(state, app, window);
    }
}
BENCHMARK(windowUnderLoad)
    ->ArgNames({"tab", "objects", "changes"})
    ->ArgsProduct({{0, 1, 2, 3, 4, 5}, {100'000}, {1000}})
    ->ArgsProduct({{0, 1}, {1'000'000}, {18'000}})
    ->UseManualTime()
    ->Iterations(1);

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
