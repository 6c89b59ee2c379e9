// SPDX-License-Identifier: LGPL-3.0-or-later
// From an event to its handler, on an idle controller and behind a resync.
#include "bench.h"

#include <benchmark/benchmark.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

namespace qontroller::benchmarks {
namespace {

constexpr std::chrono::nanoseconds Period = std::chrono::milliseconds(1);
constexpr int Events = 3000;

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

/// Calls \a send once a millisecond, and \a other half a millisecond after each.
template<class Send, class Other>
void atOneKilohertz(Send send, Other other)
{
    auto next = BenchClock::now();
    for (int i = 0; i < Events; ++i) {
        next += Period / 2;
        std::this_thread::sleep_until(next);
        send(i);
        next += Period / 2;
        std::this_thread::sleep_until(next);
        other();
    }
}

void report(benchmark::State &state, const Histogram &latency, const std::string &prefix)
{
    const auto microseconds = [&](double fraction) {
        return std::chrono::duration<double, std::micro>(latency.percentile(fraction)).count();
    };
    state.counters[prefix + "p50_us"] = microseconds(0.5);
    state.counters[prefix + "p99_us"] = microseconds(0.99);
}

struct Latencies
{
    Histogram ours;
    Histogram bare;
};

/// Event latency while \a listed ids wait for handlers of \a handlerTime.
Latencies events(std::size_t listed, Duration handlerTime, int workers)
{
    const auto ids = makeIds(listed);
    std::vector<std::atomic<std::int64_t>> sentAt(Events);
    SharedHistogram latency;
    BareWakeUp bare;
    std::atomic<bool> go{false};
    std::atomic<int> received{0};
    auto source = makeListerWatcher(
        [&](ListSink &sink, std::stop_token) {
            for (const std::string &id : ids)
                sink.add(id);
            return ListResult::complete();
        },
        [&](WatchSink &sink, const std::string &, std::stop_token stop) {
            sink.ready();
            go.wait(false);
            const auto sendEvent = [&](int i) {
                sentAt[static_cast<std::size_t>(i)] = BenchClock::now().time_since_epoch().count();
                sink.event(EventType::Modified, "event-" + std::to_string(i));
            };
            atOneKilohertz(sendEvent, [&bare] { bare.send(); });
            while (!stop.stop_requested())
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            return WatchEnd::closed();
        });
    const auto object = std::make_shared<const int>(1);
    auto handle = [&](const int &, const Attempt &attempt) {
        if (attempt.id.starts_with("event-")) {
            const auto index = static_cast<std::size_t>(std::stoi(attempt.id.substr(6)));
            latency.record(BenchClock::now().time_since_epoch() - Duration(sentAt[index].load()));
            ++received;
        }
        if (handlerTime > Duration::zero())
            std::this_thread::sleep_for(handlerTime);
        return Outcome::Done();
    };
    Host host;
    const auto added = host.add(makeSpec(
        std::move(source),
        makeReconciler<int>(makeStorage<int>([object](const Attempt &) {
                      return Fetched<int>::found(object);
                  }),
                  makeHandler<int>(handle, [](const Attempt &) { return Outcome::Done(); })),
        workers));
    benchmark::DoNotOptimize(added);
    while (!host.status().front().synced)
        std::this_thread::yield();
    go = true;
    go.notify_all();
    while (received < Events)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    Latencies result;
    latency.addTo(result.ours);
    result.bare = bare.latency();
    return result;
}

void idleLatency(benchmark::State &state)
{
    Latencies latencies;
    for (auto _ : state)
        latencies = events(0, {}, 2);
    report(state, latencies.ours, "");
    report(state, latencies.bare, "condition_variable_");
}
BENCHMARK(idleLatency)->Iterations(1)->UseRealTime()->Unit(benchmark::kMillisecond);

void latencyBehindResync(benchmark::State &state)
{
    Latencies latencies;
    for (auto _ : state)
        latencies = events(20'000, std::chrono::milliseconds(1), 4);
    report(state, latencies.ours, "");
    report(state, latencies.bare, "condition_variable_");
}
BENCHMARK(latencyBehindResync)->Iterations(1)->UseRealTime()->Unit(benchmark::kMillisecond);

} // namespace
} // namespace qontroller::benchmarks
