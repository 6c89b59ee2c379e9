// SPDX-License-Identifier: LGPL-3.0-or-later
// The whole way of an id: source, queue, lease, storage, handler, counters.
#include "bench.h"
#include "plainqueue.h"

#include "core/engine/metrics/hostcollector.h"
#include "core/engine/observe/feed/delta.h"

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
                    benchmark::DoNotOptimize(
                        prometheus::TextSerializer().Serialize(collector.Collect()));
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
    std::jthread source([&] {
        for (const std::string &id : ids)
            queue.add(id);
        queue.close();
    });
    return inThreads(static_cast<std::size_t>(workers), [&](std::size_t) {
        for (std::string id = queue.take(); !id.empty(); id = queue.take())
            queue.done(id);
    });
}

/// Adds to \a cpu what processor time it took.
double oursSeconds(const std::vector<std::string> &ids, int workers, Observer observer, double &cpu)
{
    Host host;
    const double cpuBefore = cpuSeconds();
    const auto start = BenchClock::now();
    addTo(host, makeSpec(listOf(ids), doNothing(), workers));
    const Observing observing(host, observer);
    waitForHandled(host, ids.size());
    const double seconds = secondsSince(start);
    cpu += cpuSeconds() - cpuBefore;
    return seconds;
}

void listIds(benchmark::State &state)
{
    const auto ids = makeIds(static_cast<std::size_t>(state.range(0)));
    const int workers = static_cast<int>(state.range(1));
    const auto observer = static_cast<Observer>(state.range(2));
    Pairs seconds;
    double cpu = 0;
    for (auto _ : state) {
        state.SetIterationTime(
            seconds.measure([&] { return oursSeconds(ids, workers, observer, cpu); },
                            [&] { return plainSeconds(ids, workers); }));
    }
    const auto count = static_cast<double>(ids.size());
    state.counters["ids_per_second"] = count / seconds.ours();
    state.counters["cpu_seconds_per_million"] = cpu / static_cast<double>(state.iterations())
                                                / count * 1e6;
    state.counters["ns_per_id"] = seconds.ours() / count * 1e9;
    state.counters["ratio_to_plain"] = seconds.ratio();
}
BENCHMARK(listIds)
    ->ArgNames({"ids", "workers", "observer"})
    ->Args({scaledArg(1'000'000), 1, 0})
    ->Args({scaledArg(1'000'000), 2, 0})
    ->Args({scaledArg(1'000'000), 2, 1})
    ->Args({scaledArg(1'000'000), 2, 2})
    ->Args({scaledArg(1'000'000), 4, 0})
    ->UseManualTime()
    ->Iterations(3)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(listIds)
    ->Name("growth")
    ->ArgNames({"ids", "workers", "observer"})
    ->Args({scaledArg(10'000), 2, 0})
    ->Args({scaledArg(100'000), 2, 0})
    ->Args({scaledArg(1'000'000), 2, 0})
    ->Args({scaledArg(10'000'000), 2, 0})
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
        auto source =
            makeListerWatcher([](ListSink &, std::stop_token) { return ListResult::complete(); },
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
        addTo(host, makeSpec(std::move(source), doNothing(), 2));
        waitUntilSynced(host);
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
    }
    const double count = static_cast<double>(events) * static_cast<double>(state.iterations());
    state.counters["events_per_second"] = count / time;
    state.counters["cpu_seconds_per_million"] = cpu / count * 1e6;
}
BENCHMARK(watchEvents)
    ->ArgNames({"distinct", "events"})
    ->Args({scaledArg(1'000'000), scaledArg(1'000'000)})
    ->Args({10, scaledArg(5'000'000)})
    ->UseManualTime()
    ->Iterations(3)
    ->Unit(benchmark::kMillisecond);

/// Many workers in handlers that wait cost nothing.
void waitingWorkers(benchmark::State &state)
{
    const int workers = static_cast<int>(state.range(0));
    const auto ids = makeIds(static_cast<std::size_t>(workers));
    std::atomic<bool> go{false};
    Host host;
    addTo(host,
          makeSpec(listOf(ids), handleBy([&go](const Attempt &) { go.wait(false); }), workers));
    while (host.status().front().gauges.running < ids.size())
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const double before = cpuSeconds();
    const auto start = BenchClock::now();
    for (auto _ : state)
        std::this_thread::sleep_for(scaled(std::chrono::seconds(2)));
    state.counters["core_percent"] = (cpuSeconds() - before) / secondsSince(start) * 100;
    go = true;
    go.notify_all();
}
BENCHMARK(waitingWorkers)
    ->ArgName("workers")
    ->Arg(scaledArg(1000))
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

} // namespace
} // namespace qontroller::benchmarks
