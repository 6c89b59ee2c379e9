// SPDX-License-Identifier: LGPL-3.0-or-later
// What the engine and the plugin `script` add to the start of a process.
#include "bench.h"

#include "app/plugins/script/scriptparts.h"

#include <benchmark/benchmark.h>

#include <spawn.h>
#include <sys/wait.h>

#include <cstdlib>

namespace qontroller::benchmarks {

using namespace script;

namespace {

constexpr int Workers = 2;
const int RunsPerRound = static_cast<int>(scaled(500));

void startAndWait()
{
    char name[] = "/bin/true";
    char *arguments[] = {name, nullptr};
    pid_t pid = -1;
    int status = 0;
    if (::posix_spawn(&pid, name, nullptr, nullptr, arguments, environ) != 0
        || ::waitpid(pid, &status, 0) != pid)
        std::abort();
}

/// The yardstick: as little as it takes, on as many threads.
double bareSeconds()
{
    const auto start = BenchClock::now();
    std::vector<std::jthread> threads;
    for (int i = 0; i < Workers; ++i) {
        threads.emplace_back([] {
            for (int run = 0; run < RunsPerRound / Workers; ++run)
                startAndWait();
        });
    }
    threads.clear();
    return secondsSince(start);
}

ControllerSpec spec()
{
    ScriptOptions options;
    options.list = {"seq", std::to_string(RunsPerRound)};
    options.add = {"/bin/true"};
    auto parts = makeScriptParts(options, "benchmark");
    if (!parts)
        std::abort();
    ControllerSpec spec;
    spec.name = "benchmark";
    spec.parts = *std::move(parts);
    spec.options.workers = Workers;
    spec.options.resyncInterval = std::chrono::hours(1);
    return spec;
}

/// The whole way of as many ids: listed, queued, handled by a command.
double pluginSeconds()
{
    Host host;
    const auto start = BenchClock::now();
    if (!host.add(spec()))
        std::abort();
    waitForHandled(host, RunsPerRound);
    const double seconds = secondsSince(start);
    if (host.status().at(0).troubled() != 0)
        std::abort();
    return seconds;
}

/// In turns, so that a machine that others disturb disturbs both.
void addThroughCommands(benchmark::State &state)
{
    std::vector<double> plugin;
    std::vector<double> bare;
    std::vector<double> ratio;
    for (auto _ : state) {
        bare.push_back(RunsPerRound / bareSeconds());
        plugin.push_back(RunsPerRound / pluginSeconds());
        ratio.push_back(plugin.back() / bare.back());
    }
    state.counters["plugin_per_second"] = median(plugin);
    state.counters["bare_per_second"] = median(bare);
    state.counters["ratio"] = median(ratio);
}
BENCHMARK(addThroughCommands)->Iterations(15)->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace
} // namespace qontroller::benchmarks
