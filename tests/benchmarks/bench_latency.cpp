// SPDX-License-Identifier: LGPL-3.0-or-later
// From an event to its handler, on an idle controller and behind a resync.
#include "eventload.h"

#include <benchmark/benchmark.h>

#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

namespace qontroller::benchmarks {
namespace {

/// What a bare condition variable takes to wake a thread, measured between the events
/// of the same run: what else the machine does comes to both.
class BareWakeUp
{
public:
    BareWakeUp()
        : m_receiver([this] { receive(); })
    {}
    ~BareWakeUp() { send(true); }
    BareWakeUp(const BareWakeUp &) = delete;
    BareWakeUp &operator=(const BareWakeUp &) = delete;

    void send(bool last = false)
    {
        const std::lock_guard lock(m_mutex);
        m_sentAt = BenchClock::now();
        m_last = last;
        m_condition.notify_one();
    }
    /// Of what was sent before, but for the last.
    [[nodiscard]] Histogram latency()
    {
        const std::lock_guard lock(m_mutex);
        return m_latency;
    }

private:
    void receive()
    {
        std::unique_lock lock(m_mutex);
        while (!m_last) {
            if (const auto sentAt = std::exchange(m_sentAt, std::nullopt))
                m_latency.record(BenchClock::now() - *sentAt);
            m_condition.wait(lock);
        }
    }

    std::mutex m_mutex;
    std::condition_variable m_condition;
    std::optional<BenchClock::time_point> m_sentAt; // on its way
    bool m_last = false;
    Histogram m_latency;
    std::jthread m_receiver; // the last member: it uses the others
};

/// Measures \a load and, between its events, a bare wake-up.
EventLoadEnd measure(benchmark::State &state, EventLoad load)
{
    SharedHistogram latency;
    BareWakeUp bareWakeUp;
    load.length = scaled(std::chrono::seconds(3));
    load.onLatency = [&latency](Duration time) { latency.record(time); };
    load.onPause = [&bareWakeUp] { bareWakeUp.send(); };
    EventLoadEnd end = runEvents(load);
    Histogram ours;
    latency.addTo(ours);
    const Histogram bare = bareWakeUp.latency();
    for (const auto &[name, fraction] : {std::pair("p50", 0.5), std::pair("p99", 0.99)}) {
        const double time = percentile<std::micro>(ours, fraction);
        const double bareTime = percentile<std::micro>(bare, fraction);
        state.counters[std::string(name) + "_us"] = time;
        state.counters[std::string("condition_variable_") + name + "_us"] = bareTime;
        state.counters[std::string(name) + "_ratio_to_condition_variable"] = time / bareTime;
    }
    return end;
}

void idleLatency(benchmark::State &state)
{
    for (auto _ : state)
        measure(state, {});
}
BENCHMARK(idleLatency)->Iterations(1)->UseRealTime()->Unit(benchmark::kMillisecond);

/// An event waits for one of the workers to be free: for less than the handlers take.
void latencyBehindResync(benchmark::State &state)
{
    for (auto _ : state) {
        const EventLoadEnd end = measure(state, {.listed = scaled(20'000),
                                                 .handlerTime = std::chrono::milliseconds(1),
                                                 .workers = 4});
        state.counters["handler_p50_us"] = percentile<std::micro>(end.handler, 0.5);
        state.counters["handler_p99_us"] = percentile<std::micro>(end.handler, 0.99);
        state.counters["p99_ratio_to_handler"] = state.counters["p99_us"]
                                                 / state.counters["handler_p99_us"];
    }
}
BENCHMARK(latencyBehindResync)->Iterations(1)->UseRealTime()->Unit(benchmark::kMillisecond);

} // namespace
} // namespace qontroller::benchmarks
