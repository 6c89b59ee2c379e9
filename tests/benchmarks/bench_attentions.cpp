// SPDX-License-Identifier: LGPL-3.0-or-later
// What it costs a host that it knows what needs a person, and alarms.
#include "bench.h"

#include "app/alarms/alarmwatch.h"

#include <benchmark/benchmark.h>

#include <atomic>
#include <ctime>
#include <optional>
#include <utility>

namespace qontroller::benchmarks {
namespace {

/// Of this thread.
double threadSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// A host with a great many objects, of which a thousand change each second. A tenth of these
/// fails, with more causes than are kept apart; so did a hundredth of all at the start.
class ChangingHost
{
public:
    explicit ChangingHost(std::size_t objects)
        : m_ids(makeIds(objects))
    {
        ControllerSpec spec = makeSpec(makeSource(), makeWork(), 2);
        spec.options.maxRetries = 0;
        addTo(m_host, std::move(spec));
        waitForHandled(m_host, m_ids.size());
    }

    [[nodiscard]] Host &host() { return m_host; }

    /// The percent of a core that the process takes for a while.
    static double corePercent()
    {
        const auto start = BenchClock::now();
        const double before = cpuSeconds();
        std::this_thread::sleep_for(scaled(std::chrono::seconds(8)));
        return 100 * (cpuSeconds() - before) / secondsSince(start);
    }

private:
    std::shared_ptr<ListerWatcher> makeSource()
    {
        return makeListerWatcher(
            [this](ListSink &sink, std::stop_token) {
                for (const std::string &id : m_ids)
                    sink.add(id);
                return ListResult::complete();
            },
            [this](WatchSink &sink, const std::string &, std::stop_token stop) {
                sink.ready();
                auto next = BenchClock::now();
                for (std::size_t i = 0; !stop.stop_requested(); i = (i + 7919) % m_ids.size()) {
                    sink.event(EventType::Modified, m_ids[i]);
                    next += std::chrono::milliseconds(1);
                    std::this_thread::sleep_until(next);
                }
                return WatchEnd::closed();
            });
    }

    std::shared_ptr<Reconciler> makeWork()
    {
        const auto object = std::make_shared<const int>(1);
        return makeReconciler<int>(makeStorage<int>([object](const Attempt &) {
                                       return Fetched<int>::found(object);
                                   }),
                                   makeHandler<int>(
                                       [this](const int &, const Attempt &attempt) {
                                           const std::size_t number = indexOf(attempt.id);
                                           const bool isFirst = m_handled++ < m_ids.size();
                                           if (number % (isFirst ? 100 : 10) != 0)
                                               return Outcome::done();
                                           const std::string letter(1, static_cast<char>(
                                                                           'a' + number / 10 % 26));
                                           return Outcome::retry(
                                               "cannot write to volume " + letter + letter + ": "
                                               + std::to_string(number) + " blocks are missing");
                                       },
                                       [](const Attempt &) { return Outcome::done(); }));
    }

    const std::vector<std::string> m_ids;
    std::atomic<std::uint64_t> m_handled{0};
    Host m_host;
};

/// Asks a controller what needs little but its queue's lock, every few microseconds.
class LockProbe
{
public:
    explicit LockProbe(Host &host)
        : m_thread([this, &host](const std::stop_token &stop) { run(host, stop); })
    {}
    Histogram waits()
    {
        m_thread.request_stop();
        m_thread.join();
        return std::move(m_waits);
    }

private:
    void run(Host &host, const std::stop_token &stop)
    {
        while (!stop.stop_requested()) {
            const auto start = BenchClock::now();
            benchmark::DoNotOptimize(host.controllers());
            const auto end = BenchClock::now();
            m_waits.record(end - start);
            while (BenchClock::now() - end < std::chrono::microseconds(20))
                std::this_thread::yield();
        }
    }

    Histogram m_waits;
    std::jthread m_thread; // the last member: it uses the other
};

/// The look of the alarms, each half second, and what it takes of its thread's processor time: the
/// queue's lock is held for a part of that.
class Watch
{
public:
    explicit Watch(Host &host)
        : m_watch({.name = "benchmark", .feed = host, .seen = [this](const Delta &) { note(); }})
    {
        m_watch.set({}, {"benchmark"});
        m_watch.begin();
    }

    /// From now on; the first looks take in all that there is.
    void forget() { m_forget = true; }
    /// In ms.
    [[nodiscard]] std::vector<double> looks() const
    {
        const MutexLock lock(m_mutex);
        return m_looks;
    }

private:
    /// Each look calls it at the same place.
    void note()
    {
        const MutexLock lock(m_mutex);
        const double now = threadSeconds();
        const double before = std::exchange(m_last, now);
        if (m_forget.exchange(false))
            m_looks.clear();
        else if (before > 0)
            m_looks.push_back(1e3 * (now - before));
    }

    mutable Mutex m_mutex;
    std::vector<double> m_looks;
    double m_last = 0;
    std::atomic<bool> m_forget{false};
    AlarmWatch m_watch; // the last member: its thread uses the others
};

/// A host without alarms and with them, in turns.
void attentions(benchmark::State &state)
{
    ChangingHost changing(static_cast<std::size_t>(state.range(0)));
    std::vector<double> without;
    std::vector<double> differences;
    std::vector<double> looks;
    for (auto _ : state) {
        without.push_back(ChangingHost::corePercent());
        Watch watch(changing.host());
        std::this_thread::sleep_for(scaled(std::chrono::seconds(2)));
        watch.forget();
        differences.push_back(ChangingHost::corePercent() - without.back());
        const std::vector<double> each = watch.looks();
        looks.insert(looks.end(), each.begin(), each.end());
    }
    double all = 0;
    for (const double each : looks)
        all += each;
    const double perSecond =
        1e3 / std::chrono::duration<double, std::milli>(AlarmWatch::Interval).count();
    looks.push_back(0); // in a short run there is none
    state.counters["core_percent_without"] = median(without);
    state.counters["core_percent_more"] = median(differences);
    state.counters["look_core_percent"] = all / static_cast<double>(looks.size()) * perSecond / 10;
    state.counters["look_p50_ms"] = median(looks);
    state.counters["look_max_ms"] = *std::ranges::max_element(looks);
}

/// How long another thread waits for the queue's lock, without alarms (0) and with them (1).
void attentionsLockWait(benchmark::State &state)
{
    ChangingHost changing(static_cast<std::size_t>(state.range(0)));
    Histogram waits;
    for (auto _ : state) {
        std::optional<Watch> watch;
        if (state.range(1) == 1)
            watch.emplace(changing.host());
        std::this_thread::sleep_for(scaled(std::chrono::seconds(2)));
        LockProbe probe(changing.host());
        std::this_thread::sleep_for(scaled(std::chrono::seconds(8)));
        waits.merge(probe.waits());
    }
    state.counters["wait_p50_us"] = percentile<std::micro>(waits, 0.5);
    state.counters["wait_p999_us"] = percentile<std::micro>(waits, 0.999);
    state.counters["wait_max_us"] = percentile<std::micro>(waits, 1);
}

BENCHMARK(attentions)->ArgName("objects")->Arg(scaledArg(1'000'000))->Iterations(3)->UseRealTime();
BENCHMARK(attentionsLockWait)
    ->ArgNames({"objects", "alarms"})
    ->Args({scaledArg(1'000'000), 0})
    ->Args({scaledArg(1'000'000), 1})
    ->Iterations(1)
    ->UseRealTime();

} // namespace
} // namespace qontroller::benchmarks
