// SPDX-License-Identifier: LGPL-3.0-or-later
// The bare queue: add, take, done, and nothing around it.
#include "benchqueue.h"
#include "plainqueue.h"

#include <benchmark/benchmark.h>

namespace qontroller::benchmarks {
namespace {

std::size_t idsPerThread()
{
    return scaled(500'000);
}

void report(benchmark::State &state, const Pairs &seconds, std::size_t ids)
{
    const auto count = static_cast<double>(ids);
    state.counters["ids_per_second"] = count / seconds.ours();
    state.counters["plain_ids_per_second"] = count / seconds.plain();
    state.counters["ratio_to_plain"] = seconds.ratio();
}

double plainBare(const std::vector<std::string> &ids, std::size_t threads)
{
    PlainQueue queue;
    return inThreads(threads, [&](std::size_t thread) {
        const std::size_t first = thread * idsPerThread();
        for (std::size_t i = first; i < first + idsPerThread(); ++i) {
            queue.add(ids[i]);
            queue.done(queue.take());
        }
    });
}

double oursBare(const std::vector<std::string> &ids, std::size_t threads)
{
    BenchQueue queue;
    return inThreads(threads, [&](std::size_t thread) {
        const std::size_t first = thread * idsPerThread();
        BenchQueue::Worker worker(queue, thread);
        for (std::size_t i = first; i < first + idsPerThread(); ++i) {
            queue.add(ids[i]);
            worker.next();
        }
        worker.finish();
    });
}

/// Each thread adds, takes and finishes: the queue stays short.
void bareQueue(benchmark::State &state)
{
    const auto threads = static_cast<std::size_t>(state.range(0));
    const auto ids = makeIds(threads * idsPerThread());
    Pairs seconds;
    for (auto _ : state) {
        state.SetIterationTime(seconds.measure([&] { return oursBare(ids, threads); },
                                               [&] { return plainBare(ids, threads); }));
    }
    report(state, seconds, ids.size());
}
BENCHMARK(bareQueue)->ArgName("threads")->Arg(1)->Arg(2)->UseManualTime()->Iterations(7)->Unit(
    benchmark::kMillisecond);

double plainDrain(const std::vector<std::string> &ids)
{
    PlainQueue queue;
    const auto start = BenchClock::now();
    for (const std::string &id : ids)
        queue.add(id);
    queue.close();
    inThreads(2, [&](std::size_t) {
        for (std::string id = queue.take(); !id.empty(); id = queue.take())
            queue.done(id);
    });
    return secondsSince(start);
}

double oursDrain(const std::vector<std::string> &ids)
{
    BenchQueue queue;
    const auto start = BenchClock::now();
    for (const std::string &id : ids)
        queue.add(id);
    queue.shutDown();
    inThreads(2, [&](std::size_t thread) {
        BenchQueue::Worker worker(queue, thread);
        while (worker.next()) {
        }
    });
    return secondsSince(start);
}

/// All ids are added first, then two workers empty the queue.
void drainQueue(benchmark::State &state)
{
    const auto ids = makeIds(2 * idsPerThread());
    Pairs seconds;
    for (auto _ : state) {
        state.SetIterationTime(
            seconds.measure([&] { return oursDrain(ids); }, [&] { return plainDrain(ids); }));
    }
    report(state, seconds, ids.size());
}
BENCHMARK(drainQueue)->UseManualTime()->Iterations(7)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace qontroller::benchmarks
