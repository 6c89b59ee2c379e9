// SPDX-License-Identifier: LGPL-3.0-or-later
// The bare queue: add, take, done, and nothing around it.
#include "plainqueue.h"
#include "bench.h"

#include "core/queue/workqueue.h"

#include <benchmark/benchmark.h>

namespace qontroller::benchmarks {
namespace {

constexpr std::size_t IdsPerThread = 500'000;

/// Each of two threads adds, takes and finishes: the queue stays short.
template<class Work>
double inTwoThreads(Work work)
{
    const auto start = BenchClock::now();
    std::thread other([&] { work(1); });
    work(0);
    other.join();
    return secondsSince(start);
}

double plain(const std::vector<std::string> &ids)
{
    PlainQueue queue;
    return inTwoThreads([&](std::size_t thread) {
        for (std::size_t i = 0; i < IdsPerThread; ++i) {
            queue.add(ids[thread * IdsPerThread + i]);
            queue.done(queue.take());
        }
    });
}

double ours(const std::vector<std::string> &ids)
{
    WorkQueue queue(SteadyClock::instance(), {});
    queue.update([](Schedule &schedule, TimePoint) { schedule.openGate(); });
    return inTwoThreads([&](std::size_t thread) {
        Seat seat;
        seat.number = static_cast<int>(thread);
        for (std::size_t i = 0; i < IdsPerThread; ++i) {
            queue.add(ids[thread * IdsPerThread + i]);
            // As a deletion that succeeded: nothing stays known, as in the plain queue.
            queue.take(seat)->finish({Outcome::Done(), Ran::Remove});
        }
    });
}

void bareQueue(benchmark::State &state)
{
    const auto ids = makeIds(2 * IdsPerThread);
    double oursTime = 0;
    double plainTime = 0;
    for (auto _ : state) {
        oursTime += ours(ids);
        plainTime += plain(ids);
        state.SetIterationTime(oursTime);
    }
    const double count = static_cast<double>(2 * IdsPerThread * state.iterations());
    state.counters["ids_per_second"] = count / oursTime;
    state.counters["plain_ids_per_second"] = count / plainTime;
    state.counters["ratio_to_plain"] = plainTime / oursTime;
}
BENCHMARK(bareQueue)->UseManualTime()->Iterations(3)->Unit(benchmark::kMillisecond);

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
        inTwoThreads([&](std::size_t thread) {
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
