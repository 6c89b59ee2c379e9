// SPDX-License-Identifier: LGPL-3.0-or-later
// What a process of its own costs for each item.
#include "bench.h"

#include "core/plugins/isolation/engine/isolate.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>

namespace qontroller::benchmarks {
namespace {

const std::size_t Items = scaled(20'000);

/// Seconds for each item, from the first to the last.
double secondsPerItem(ControllerSpec spec)
{
    Host host;
    const auto start = BenchClock::now();
    if (!host.add(std::move(spec)))
        std::abort();
    waitForHandled(host, Items);
    return secondsSince(start) / static_cast<double>(Items);
}

double inProcess(int workers)
{
    static const auto ids = makeIds(Items);
    return secondsPerItem(makeSpec(listOf(ids), doNothing(), workers));
}

double isolatedOnes(int workers)
{
    IsolationSettings settings;
    settings.program = ISOLATION_CHILD;
    settings.create.parameters = std::to_string(Items);
    auto made = isolate(std::move(settings), SteadyClock::instance());
    if (!made)
        std::abort();
    ControllerSpec spec = makeSpec(made->parts.listerWatcher, made->parts.reconciler, workers);
    spec.process = made->process;
    return secondsPerItem(std::move(spec));
}

/// Seconds of processor time of children that are reaped.
double childCpuSeconds()
{
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
           + static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

/// What both processes use for each item, with the start and the end of one. The time
/// by the clock says nothing while others use the machine, this says nearly the same.
template<class Run>
double cpuPerItem(Run run)
{
    const double before = cpuSeconds() + childCpuSeconds();
    run();
    return (cpuSeconds() + childCpuSeconds() - before) / static_cast<double>(Items);
}

/// In turns, so that a machine that others disturb disturbs both.
void isolationPerItem(benchmark::State &state)
{
    const int workers = static_cast<int>(state.range(0));
    std::vector<double> within;
    std::vector<double> apart;
    std::vector<double> added;
    std::vector<double> addedCpu;
    for (auto _ : state) {
        const double cpu = cpuPerItem([&] { within.push_back(inProcess(workers) * 1e6); });
        const double cpuApart = cpuPerItem([&] { apart.push_back(isolatedOnes(workers) * 1e6); });
        added.push_back(apart.back() - within.back());
        addedCpu.push_back((cpuApart - cpu) * 1e6);
    }
    state.counters["in_process_us"] = median(within);
    state.counters["isolated_us"] = median(apart);
    state.counters["added_us"] = median(added);
    state.counters["added_cpu_us"] = median(addedCpu);
    state.counters["added_best_us"] = *std::min_element(added.begin(), added.end());
}
BENCHMARK(isolationPerItem)->Arg(1)->Arg(4)->Iterations(9)->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace
} // namespace qontroller::benchmarks
