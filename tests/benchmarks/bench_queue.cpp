// SPDX-License-Identifier: LGPL-3.0-or-later
// The bare queue: add, take, done, and nothing around it.
#include "plainqueue.h"
#include "bench.h"

#include "core/queue/workqueue.h"

#include <benchmark/benchmark.h>

namespace qontroller::benchmarks {
namespace {

constexpr std::size_t IdsPerThread = 500'000;

template<class Work>
double inThreads(std::size_t count, Work work)
{
    const auto start = BenchClock::now();
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < count; ++i)
        threads.emplace_back([&work, i] { work(i); });
    threads.clear();
    return secondsSince(start);
}

double plain(const std::vector<std::string> &ids, std::size_t threads)
{
    PlainQueue queue;
    return inThreads(threads, [&](std::size_t thread) {
        for (std::size_t i = 0; i < IdsPerThread; ++i) {
            queue.add(ids[thread * IdsPerThread + i]);
            queue.done(queue.take());
        }
    });
}

double ours(const std::vector<std::string> &ids, std::size_t threads)
{
    WorkQueue queue(SteadyClock::instance(), {});
    queue.update([](Schedule &schedule, TimePoint) { schedule.openGate(); });
    return inThreads(threads, [&](std::size_t thread) {
        Seat seat;
        seat.number = static_cast<int>(thread);
        const std::string *id = &ids[thread * IdsPerThread];
        const std::string *const end = id + IdsPerThread;
        queue.add(*id);
        for (auto lease = queue.take(seat); ++id != end;) {
            queue.add(*id);
            // As a deletion that succeeded: nothing stays known, as in the plain queue.
            queue.exchange(lease, {Outcome::Done(), Ran::Remove}, BenchClock::now());
        }
    });
}

/// Each thread adds, takes and finishes: the queue stays short.
void bareQueue(benchmark::State &state)
{
    const auto threads = static_cast<std::size_t>(state.range(0));
    const auto ids = makeIds(threads * IdsPerThread);
    double oursTime = 0;
    double plainTime = 0;
    for (auto _ : state) {
        oursTime += ours(ids, threads);
        plainTime += plain(ids, threads);
        state.SetIterationTime(oursTime);
    }
    const double count = static_cast<double>(ids.size() * state.iterations());
    state.counters["ids_per_second"] = count / oursTime;
    state.counters["plain_ids_per_second"] = count / plainTime;
    state.counters["ratio_to_plain"] = plainTime / oursTime;
}
BENCHMARK(bareQueue)->ArgName("threads")->Arg(1)->Arg(2)->UseManualTime()->Iterations(3)->Unit(benchmark::kMillisecond);

/// All ids are added first, then two workers empty the queue.
void drainQueue(benchmark::State &state)
{
    const auto ids = makeIds(2 * IdsPerThread);
    double time = 0;
    for (auto _ : state) {
        WorkQueue queue(SteadyClock::instance(), {});
        queue.update([](Schedule &schedule, TimePoint) { schedule.openGate(); });
        const auto start = BenchClock::now();
        for (const std::string &id : ids)
            queue.add(id);
        queue.shutDown();
        inThreads(2, [&](std::size_t thread) {
            Seat seat;
            seat.number = static_cast<int>(thread);
            for (auto lease = queue.take(seat); lease;)
                queue.exchange(lease, {Outcome::Done(), Ran::Remove}, BenchClock::now());
        });
        time += secondsSince(start);
        state.SetIterationTime(time);
    }
    state.counters["ids_per_second"] = static_cast<double>(ids.size() * state.iterations()) / time;
}
BENCHMARK(drainQueue)->UseManualTime()->Iterations(3)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace qontroller::benchmarks
