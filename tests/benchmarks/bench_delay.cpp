// SPDX-License-Identifier: LGPL-3.0-or-later
// How late delayed ids come when a million of them is added flat out.
#include "bench.h"

#include "core/queue/workqueue.h"

#include <benchmark/benchmark.h>

#include <random>

namespace qontroller::benchmarks {
namespace {

/// Takes every id and notes how late it is, measured from its time or from the
/// moment at which it was added, whichever is later.
void takeAll(WorkQueue &queue, std::size_t count, const std::vector<std::atomic<std::int64_t>> &expected,
             Histogram &lateness)
{
    Seat seat;
    auto lease = queue.take(seat);
    for (std::size_t i = 0; i < count; ++i) {
        const TimePoint now = lease->run().startedAt();
        const auto index = std::stoul(std::string(lease->id().substr(14)));
        const std::int64_t due = expected[index].load(std::memory_order_acquire);
        lateness.record(std::max(Duration::zero(), now.time_since_epoch() - Duration(due)));
        if (i + 1 == count)
            lease->finish({Outcome::Done(), Ran::Remove});
        else
            queue.exchange(lease, {Outcome::Done(), Ran::Remove}, BenchClock::now());
    }
}

void delayMillion(benchmark::State &state)
{
    const auto ids = makeIds(1'000'000);
    Histogram lateness;
    for (auto _ : state) {
        WorkQueue queue(SteadyClock::instance(), {});
        queue.update([](Schedule &schedule, TimePoint) { schedule.openGate(); });
        std::vector<std::atomic<std::int64_t>> expected(ids.size());
        std::jthread taker([&] { takeAll(queue, ids.size(), expected, lateness); });
        std::minstd_rand random(7);
        std::uniform_int_distribution<std::int64_t> upToOneSecond(0, 1'000'000'000);
        for (std::size_t i = 0; i < ids.size(); ++i) {
            const Duration delay(upToOneSecond(random));
            const TimePoint due = BenchClock::now() + delay;
            expected[i].store(due.time_since_epoch().count(), std::memory_order_release);
            queue.addAfter(ids[i], delay);
        }
        taker.join();
    }
    const auto milliseconds = [&](double fraction) {
        return std::chrono::duration<double, std::milli>(lateness.percentile(fraction)).count();
    };
    state.counters["late_p50_ms"] = milliseconds(0.5);
    state.counters["late_p99_ms"] = milliseconds(0.99);
    state.counters["late_max_ms"] = milliseconds(1);
}
BENCHMARK(delayMillion)->Iterations(2)->UseRealTime()->Unit(benchmark::kMillisecond);

} // namespace
} // namespace qontroller::benchmarks
