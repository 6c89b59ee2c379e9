// SPDX-License-Identifier: LGPL-3.0-or-later
// The whole way of an id: source, queue, lease, storage, handler, counters.
#include "bench.h"
#include "plainqueue.h"

#include "core/metrics/hostcollector.h"

#include <benchmark/benchmark.h>
#include <prometheus/text_serializer.h>

#include <atomic>

namespace qontroller::benchmarks {
namespace {

enum class Observer : int {
    None,
    FrontEnd,   ///< pulls ten times a second, as the window does
    Prometheus, ///< scrapes ten times a second, 150 times as often as is usual
};

/// Looks at a host until it is destroyed.
class Observing
{
public:
    Observing(Host &host, Observer observer)
    {
        if (observer == Observer::None)
            return;
        m_thread = std::jthread([&host, observer](std::stop_token stop) {
            const HostCollector collector(host);
            FeedReader reader(host);
            while (!stop.stop_requested()) {
                if (observer == Observer::FrontEnd)
                    benchmark::DoNotOptimize(reader.pull());
                else
                    benchmark::DoNotOptimize(prometheus::TextSerializer().Serialize(collector.Collect()));
                std::this_thread::sleep_for(std::chrono::milliseconds(100));
            }
        });
    }

private:
    std::jthread m_thread;
};

/// The same ids through the yardstick with as many workers.
double plainSeconds(const std::vector<std::string> &ids, int workers)
{
    PlainQueue queue;
    const auto start = BenchClock::now();
    std::vector<std::jthread> threads;
    for (int i = 0; i < workers; ++i) {
        threads.emplace_back([&queue] {
            for (std::string id = queue.take(); !id.empty(); id = queue.take())
                queue.done(id);
        });
    }
    for (const std::string &id : ids)
        queue.add(id);
    queue.close();
    threads.clear();
    return secondsSince(start);
}

void listIds(benchmark::State &state)
{
    const auto ids = makeIds(static_cast<std::size_t>(state.range(0)));
    const int workers = static_cast<int>(state.range(1));
    double time = 0;
    double cpu = 0;
    double plain = 0;
    for (auto _ : state) {
        Host host;
        const double cpuBefore = cpuSeconds();
        const auto start = BenchClock::now();
        const auto added = host.add(makeSpec(listOf(ids), doNothing(), workers));
        const Observing observing(host, static_cast<Observer>(state.range(2)));
        waitForHandled(host, ids.size());
        const double seconds = secondsSince(start);
        time += seconds;
        cpu += cpuSeconds() - cpuBefore;
        state.SetIterationTime(seconds);
        benchmark::DoNotOptimize(added);
        plain += plainSeconds(ids, workers);
    }
    const double count = static_cast<double>(ids.size()) * static_cast<double>(state.iterations());
    state.counters["ids_per_second"] = count / time;
    state.counters["cpu_seconds_per_million"] = cpu / count * 1e6;
    state.counters["ns_per_id"] = time / count * 1e9;
    state.counters["ratio_to_plain"] = plain / time;
}
BENCHMARK(listIds)
    ->ArgNames({"ids", "workers", "observer"})
    ->Args({1'000'000, 1, 0})
    ->Args({1'000'000, 2, 0})
    ->Args({1'000'000, 2, 1})
    ->Args({1'000'000, 2, 2})
    ->Args({1'000'000, 4, 0})
    ->UseManualTime()
    ->Iterations(3)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(listIds)
    ->Name("growth")
    ->ArgNames({"ids", "workers", "observer"})
    ->Args({10'000, 2, 0})
    ->Args({100'000, 2, 0})
    ->Args({1'000'000, 2, 0})
    ->Args({10'000'000, 2, 0})
    ->UseManualTime()
    ->Iterations(2)
    ->Unit(benchmark::kMillisecond);

/// Events as fast as the watch can tell them; \a distinct ids, over and over.
void watchEvents(benchmark::State &state)
{
    const auto ids = makeIds(static_cast<std::size_t>(state.range(0)));
    const auto events = static_cast<std::size_t>(state.range(1));
    double time = 0;
    double cpu = 0;
    for (auto _ : state) {
        std::atomic<bool> go{false};
        std::atomic<bool> sent{false};
        auto source = makeListerWatcher(
            [](ListSink &, std::stop_token) { return ListResult::complete(); },
            [&](WatchSink &sink, const std::string &, std::stop_token stop) {
                sink.ready();
                go.wait(false);
                for (std::size_t i = 0; i < events; ++i)
                    sink.event(EventType::Modified, ids[i % ids.size()]);
                sent = true;
                while (!stop.stop_requested())
                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
                return WatchEnd::closed();
            });
        Host host;
        const auto added = host.add(makeSpec(std::move(source), doNothing(), 2));
        while (!host.status().front().synced)
            std::this_thread::yield();
        const double cpuBefore = cpuSeconds();
        const auto start = BenchClock::now();
        go = true;
        go.notify_all();
        while (!sent || !host.status().front().isIdle())
            std::this_thread::sleep_for(std::chrono::microseconds(200));
        const double seconds = secondsSince(start);
        time += seconds;
        cpu += cpuSeconds() - cpuBefore;
        state.SetIterationTime(seconds);
        benchmark::DoNotOptimize(added);
    }
    const double count = static_cast<double>(events) * static_cast<double>(state.iterations());
    state.counters["events_per_second"] = count / time;
    state.counters["cpu_seconds_per_million"] = cpu / count * 1e6;
}
BENCHMARK(watchEvents)
    ->ArgNames({"distinct", "events"})
    ->Args({1'000'000, 1'000'000})
    ->Args({10, 5'000'000})
    ->UseManualTime()
    ->Iterations(3)
    ->Unit(benchmark::kMillisecond);

/// Many workers in handlers that wait cost nothing.
void waitingWorkers(benchmark::State &state)
{
    const int workers = static_cast<int>(state.range(0));
    const auto ids = makeIds(static_cast<std::size_t>(workers));
    std::atomic<bool> go{false};
    const auto object = std::make_shared<const int>(1);
    auto reconciler = makeReconciler<int>(
        makeStorage<int>([object](const Attempt &) { return Fetched<int>::found(object); }),
        makeHandler<int>(
            [&go](const int &, const Attempt &) {
                go.wait(false);
                return Outcome::Done();
            },
            [](const Attempt &) { return Outcome::Done(); }));
    Host host;
    const auto added = host.add(makeSpec(listOf(ids), std::move(reconciler), workers));
    while (host.status().front().gauges.running < ids.size())
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const double before = cpuSeconds();
    const auto start = BenchClock::now();
    for (auto _ : state)
        std::this_thread::sleep_for(std::chrono::seconds(2));
    state.counters["core_percent"] = (cpuSeconds() - before) / secondsSince(start) * 100;
    benchmark::DoNotOptimize(added);
    go = true;
    go.notify_all();
}
BENCHMARK(waitingWorkers)->ArgName("workers")->Arg(1000)->Iterations(1)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace qontroller::benchmarks
