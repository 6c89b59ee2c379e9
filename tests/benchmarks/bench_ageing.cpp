// SPDX-License-Identifier: LGPL-3.0-or-later
// Five minutes of events behind a backlog that does not end: the aged get their share of the
// turns, and the events do not wait for them.
#include "eventload.h"

#include <benchmark/benchmark.h>

#include <array>
#include <cstdio>

namespace qontroller::benchmarks {
namespace {

constexpr std::size_t SliceSeconds = 15;
constexpr Duration Slice = std::chrono::seconds(SliceSeconds);

std::string sliceName(std::size_t index)
{
    std::array<char, 40> name{};
    std::snprintf(name.data(), name.size(), "p99_ms_from_%03zu_s", index * SliceSeconds);
    return name.data();
}

/// Sizes are not scaled, only the length of the run: fewer ids would make another load.
void ageing(benchmark::State &state)
{
    const Duration length = scaled(std::chrono::minutes(5));
    std::vector<SharedHistogram> slices(static_cast<std::size_t>(length / Slice) + 2);
    for (auto _ : state) {
        const auto start = BenchClock::now();
        const EventLoadEnd end = runEvents({
            .length = length,
            .listed = 200'000,
            .handlerTime = std::chrono::milliseconds(1),
            .workers = 4,
            .resyncInterval = std::chrono::seconds(30), // what was handled waits again
            .onLatency =
                [&](Duration time) {
                    const auto slice = static_cast<std::size_t>((BenchClock::now() - start)
                                                                / Slice);
                    slices[std::min(slice, slices.size() - 1)].record(time);
                },
        });
        state.counters["events_unhandled"] = static_cast<double>(end.unhandled);
        state.counters["waiting_at_the_end"] = static_cast<double>(end.waiting);
        state.counters["handler_p99_ms"] = percentile<std::milli>(end.handler, 0.99);
    }
    double worst = 0;
    for (std::size_t i = 0; i < slices.size(); ++i) {
        Histogram latency;
        slices[i].addTo(latency);
        if (latency.count() == 0)
            continue;
        const double p99 = percentile<std::milli>(latency, 0.99);
        state.counters[sliceName(i)] = p99;
        worst = std::max(worst, p99);
    }
    state.counters["p99_ms_worst_slice"] = worst;
}
BENCHMARK(ageing)->Iterations(1)->UseRealTime()->Unit(benchmark::kMillisecond);

} // namespace
} // namespace qontroller::benchmarks
