// SPDX-License-Identifier: LGPL-3.0-or-later
// Handlers that keep a core busy for 10 µs: what the engine leaves of the cores.
#include "bench.h"

#include <benchmark/benchmark.h>

#include <atomic>
#include <limits>

namespace qontroller::benchmarks {
namespace {

/// Some 10 µs of a core. A number of steps, not a time: a clock would also count while
/// another thread has the core.
class ShortWork
{
public:
    ShortWork()
    {
        constexpr std::uint64_t Many = 2'000'000;
        double best = std::numeric_limits<double>::max(); // whatever took time from the others
        for (int i = 0; i < 10; ++i) {
            const auto start = BenchClock::now();
            step(Many);
            best = std::min(best, secondsSince(start));
        }
        m_steps = static_cast<std::uint64_t>(static_cast<double>(Many) / best * 10e-6);
    }
    void operator()() const { step(m_steps); }

private:
    static void step(std::uint64_t steps)
    {
        std::uint64_t value = steps;
        for (std::uint64_t i = 0; i < steps; ++i)
            benchmark::DoNotOptimize(value = value * 6364136223846793005U + 1442695040888963407U);
    }

    std::uint64_t m_steps = 0;
};

/// Counts calls, from before the first to after the last.
class Stretch
{
public:
    explicit Stretch(std::size_t calls)
        : m_left(calls)
    {}
    void call(const ShortWork &work)
    {
        if (!m_hasBegun.load(std::memory_order_relaxed) && !m_hasBegun.exchange(true))
            m_start = BenchClock::now();
        work();
        if (m_left.fetch_sub(1) != 1)
            return;
        m_end = BenchClock::now();
        m_hasEnded = true;
        m_hasEnded.notify_all();
    }
    /// Waits for the last call.
    [[nodiscard]] double seconds() const
    {
        m_hasEnded.wait(false);
        return std::chrono::duration<double>(m_end - m_start).count();
    }

private:
    std::atomic<std::size_t> m_left;
    std::atomic<bool> m_hasBegun{false};
    std::atomic<bool> m_hasEnded{false};
    BenchClock::time_point m_start; // read once all calls have ended
    BenchClock::time_point m_end;
};

double oursSeconds(const std::vector<std::string> &ids, const ShortWork &work, int workers)
{
    Stretch stretch(ids.size());
    Host host;
    addTo(host,
          makeSpec(listOf(ids), handleBy([&](const Attempt &) { stretch.call(work); }), workers));
    return stretch.seconds();
}

/// The same calls, as many at once as there are cores for the workers, and nothing else.
double idealSeconds(std::size_t calls, const ShortWork &work, int workers)
{
    const std::size_t threads = std::min<std::size_t>(static_cast<std::size_t>(workers),
                                                      std::thread::hardware_concurrency());
    Stretch stretch(calls);
    inThreads(threads, [&](std::size_t thread) {
        for (std::size_t i = thread; i < calls; i += threads)
            stretch.call(work);
    });
    return stretch.seconds();
}

void shortHandlers(benchmark::State &state)
{
    const auto ids = makeIds(scaled(200'000));
    const int workers = static_cast<int>(state.range(0));
    const ShortWork work;
    Pairs seconds;
    for (auto _ : state) {
        state.SetIterationTime(
            seconds.measure([&] { return oursSeconds(ids, work, workers); },
                            [&] { return idealSeconds(ids.size(), work, workers); }));
    }
    state.counters["handlers_per_second"] = static_cast<double>(ids.size()) / seconds.ours();
    state.counters["handler_us"] = idealSeconds(scaled(10'000), work, 1)
                                   / static_cast<double>(scaled(10'000)) * 1e6;
    state.counters["percent_of_ideal"] = seconds.ratio() * 100;
}
BENCHMARK(shortHandlers)
    ->ArgName("workers")
    ->Arg(1)
    ->Arg(2)
    ->Arg(4)
    ->UseManualTime()
    ->Iterations(5)
    ->Unit(benchmark::kMillisecond);

} // namespace
} // namespace qontroller::benchmarks
