// SPDX-License-Identifier: LGPL-3.0-or-later
// What an id costs while it is known and while it waits, and what comes back.
#include "bench.h"

#include "core/queue/workqueue.h"

#include <benchmark/benchmark.h>

#include <fstream>
#include <malloc.h>
#include <unistd.h>

namespace qontroller::benchmarks {
namespace {

double residentBytes()
{
    std::ifstream file("/proc/self/statm");
    double size = 0;
    double resident = 0;
    file >> size >> resident;
    return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

void memoryOfMillion(benchmark::State &state)
{
    const auto ids = makeIds(1'000'000);
    const auto count = static_cast<double>(ids.size());
    for (auto _ : state) {
        malloc_trim(0);
        const double before = residentBytes();
        WorkQueue queue(SteadyClock::instance(), {});
        queue.update([](Schedule &schedule, TimePoint) { schedule.openGate(); });
        for (const std::string &id : ids)
            queue.add(id, Cause::Listed);
        state.counters["bytes_waiting"] = (residentBytes() - before) / count;

        Seat seat;
        auto lease = queue.take(seat);
        for (std::size_t i = 1; i < ids.size(); ++i)
            queue.exchange(lease, {}, BenchClock::now());
        lease->finish({});
        state.counters["bytes_idle"] = (residentBytes() - before) / count;

        for (const std::string &id : ids)
            queue.update([&](Schedule &s, TimePoint now) { s.event(EventType::Deleted, id, 0, now); });
        lease = queue.take(seat);
        for (std::size_t i = 1; i < ids.size(); ++i)
            queue.exchange(lease, {Outcome::Done(), Ran::Remove}, BenchClock::now());
        lease->finish({Outcome::Done(), Ran::Remove});
        state.counters["bytes_after_removal"] = (residentBytes() - before) / count;
    }
}
BENCHMARK(memoryOfMillion)->Iterations(1)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace qontroller::benchmarks
