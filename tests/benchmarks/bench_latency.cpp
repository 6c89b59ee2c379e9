// SPDX-License-Identifier: LGPL-3.0-or-later
// From an event to its handler, on an idle controller and behind a resync.
#include "bench.h"

#include <benchmark/benchmark.h>

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace qontroller::benchmarks {
namespace {

constexpr int EventsPerSecond = 1000;
constexpr int Events = 3000;

/// Calls \a send once a millisecond.
template<class Send>
void atOneKilohertz(Send send)
{
    auto next = BenchClock::now();
    for (int i = 0; i < Events; ++i) {
        next += std::chrono::nanoseconds(1'000'000'000 / EventsPerSecond);
        std::this_thread::sleep_until(next);
        send(i);
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

/// What a bare condition variable takes to wake a thread here.
Histogram conditionVariable()
{
    Histogram latency;
    std::mutex mutex;
    std::condition_variable condition;
    std::int64_t sentAt = 0; // 0: nothing is on its way
    bool done = false;
    std::thread receiver([&] {
        std::unique_lock lock(mutex);
        while (!done) {
            if (sentAt != 0)
                latency.record(BenchClock::now().time_since_epoch() - Duration(sentAt));
            sentAt = 0;
            condition.wait(lock);
        }
    });
    const auto send = [&](bool last) {
        const std::lock_guard lock(mutex);
        sentAt = BenchClock::now().time_since_epoch().count();
        done = last;
        condition.notify_one();
    };
    atOneKilohertz([&](int) { send(false); });
    send(true);
    receiver.join();
    return latency;
}

/// Event latency while \a listed ids wait for handlers of \a handlerTime.
Histogram events(std::size_t listed, Duration handlerTime, int workers)
{
    const auto ids = makeIds(listed);
    std::vector<std::atomic<std::int64_t>> sentAt(Events);
    SharedHistogram latency;
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
            atOneKilohertz([&](int i) {
                sentAt[static_cast<std::size_t>(i)] = BenchClock::now().time_since_epoch().count();
                sink.event(EventType::Modified, "event-" + std::to_string(i));
            });
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
    Histogram result;
    latency.addTo(result);
    return result;
}

void idleLatency(benchmark::State &state)
{
    Histogram ours;
    Histogram bare;
    for (auto _ : state) {
        ours = events(0, {}, 2);
        bare = conditionVariable();
    }
    report(state, ours, "");
    report(state, bare, "condition_variable_");
}
BENCHMARK(idleLatency)->Iterations(1)->UseRealTime()->Unit(benchmark::kMillisecond);

void latencyBehindResync(benchmark::State &state)
{
    Histogram latency;
    for (auto _ : state)
        latency = events(20'000, std::chrono::milliseconds(1), 4);
    report(state, latency, "");
}
BENCHMARK(latencyBehindResync)->Iterations(1)->UseRealTime()->Unit(benchmark::kMillisecond);

} // namespace
} // namespace qontroller::benchmarks
