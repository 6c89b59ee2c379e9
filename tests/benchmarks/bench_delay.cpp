// SPDX-License-Identifier: LGPL-3.0-or-later
// How late delayed ids come: when all are added flat out, and when they come steadily.
#include "benchqueue.h"

#include <benchmark/benchmark.h>

#include <atomic>
#include <random>

namespace qontroller::benchmarks {
namespace {

/// Adds \a ids, each with a delay of up to a second, evenly over \a length; notes in
/// \a dueAt when each is to come.
void addAll(BenchQueue &queue, const std::vector<std::string> &ids, Duration length,
            std::vector<std::atomic<BenchClock::time_point>> &dueAt)
{
    std::minstd_rand random(7);
    std::uniform_int_distribution<Duration::rep> upToOneSecond(0, scaled(std::chrono::seconds(1))
                                                                      .count());
    const auto start = BenchClock::now();
    const double pause = static_cast<double>(length.count()) / static_cast<double>(ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const auto at = start
                        + Duration(static_cast<Duration::rep>(static_cast<double>(i) * pause));
        if (BenchClock::now() < at) // sleeps a little too long, then adds some to catch up
            std::this_thread::sleep_until(at);
        const Duration delay(upToOneSecond(random));
        dueAt[i].store(BenchClock::now() + delay, std::memory_order_release);
        queue.addAfter(ids[i], delay);
    }
}

/// Takes all ids, and adds their objects, as handlers do that ask for another look. Late is how
/// long after its time the worker has an id: the wait for the lock counts.
Histogram takeAll(BenchQueue &queue, const std::vector<std::atomic<BenchClock::time_point>> &dueAt)
{
    Histogram lateness;
    BenchQueue::Worker worker(queue);
    for (std::size_t i = 0; i < dueAt.size(); ++i) {
        worker.next({});
        const auto now = BenchClock::now();
        const auto due = dueAt[indexOf(worker.id())].load(std::memory_order_acquire);
        lateness.record(std::max<Duration>(Duration::zero(), now - due));
    }
    worker.finish({});
    return lateness;
}

void delays(benchmark::State &state)
{
    const auto ids = makeIds(static_cast<std::size_t>(state.range(0)));
    const std::chrono::seconds pace(state.range(1));
    const Duration length = pace > pace.zero() ? scaled(pace) : pace;
    Histogram lateness;
    for (auto _ : state) {
        BenchQueue queue;
        std::vector<std::atomic<BenchClock::time_point>> dueAt(ids.size());
        std::jthread adder([&] { addAll(queue, ids, length, dueAt); });
        lateness.merge(takeAll(queue, dueAt));
    }
    state.counters["late_p50_ms"] = percentile<std::milli>(lateness, 0.5);
    state.counters["late_p99_ms"] = percentile<std::milli>(lateness, 0.99);
    state.counters["late_max_ms"] = percentile<std::milli>(lateness, 1);
}
BENCHMARK(delays)
    ->Name("delaysFlatOut")
    ->ArgNames({"ids", "seconds"})
    ->Args({scaledArg(1'000'000), 0})
    ->Iterations(2)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(delays)
    ->Name("delaysPaced")
    ->ArgNames({"ids", "seconds"})
    ->Args({scaledArg(1'000'000), 60})
    ->Iterations(1)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

} // namespace
} // namespace qontroller::benchmarks
