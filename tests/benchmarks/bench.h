// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/functions.h"
#include "core/engine/host/host.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <vector>

/// What the benchmarks share. Sizes and times are given as they count; all of them are
/// multiplied by QONTROLLER_BENCHMARK_SCALE, 1 if it is not set: for a run that only
/// shows that the benchmarks still work, or for a shorter look.
namespace qontroller::benchmarks {

using BenchClock = std::chrono::steady_clock;

inline double scale()
{
    static const double value = [] {
        const char *text = std::getenv("QONTROLLER_BENCHMARK_SCALE");
        const double given = text ? std::strtod(text, nullptr) : 1;
        return given > 0 ? given : 1;
    }();
    return value;
}

/// At least 10.
inline std::size_t scaled(std::size_t count)
{
    return std::max<std::size_t>(10,
                                 static_cast<std::size_t>(static_cast<double>(count) * scale()));
}

/// At least 10 ms.
inline Duration scaled(Duration time)
{
    const auto shorter = std::chrono::duration_cast<Duration>(time * scale());
    return std::max<Duration>(std::chrono::milliseconds(10), shorter);
}

/// As scaled(), for an argument of a benchmark.
inline std::int64_t scaledArg(std::size_t count)
{
    return static_cast<std::int64_t>(scaled(count));
}

inline double secondsSince(BenchClock::time_point start)
{
    return std::chrono::duration<double>(BenchClock::now() - start).count();
}

/// Seconds of processor time this process has used.
inline double cpuSeconds()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval &time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// \a values is not empty.
inline double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// Seconds until \a work, called with 0, 1, …, has returned in each of \a count threads.
template<class Work>
double inThreads(std::size_t count, Work work)
{
    const auto start = BenchClock::now();
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < count; ++i)
        threads.emplace_back([&work, i] { work(i); });
    threads.clear();
    return secondsSince(start);
}

/// Ours and a yardstick for the same work, in turns within one run: what else the machine
/// does comes to both, so their ratio can be compared where times cannot.
class Pairs
{
public:
    /// Each is called once and gives the seconds that it took; who is first alternates.
    template<class Ours, class Plain>
    double measure(Ours ours, Plain plain)
    {
        const bool isPlainFirst = m_ours.size() % 2 == 1;
        double plainSeconds = isPlainFirst ? plain() : 0;
        m_ours.push_back(ours());
        if (!isPlainFirst)
            plainSeconds = plain();
        m_plain.push_back(plainSeconds);
        m_ratios.push_back(plainSeconds / m_ours.back());
        return m_ours.back();
    }
    [[nodiscard]] double ours() const { return median(m_ours); }
    [[nodiscard]] double plain() const { return median(m_plain); }
    /// How many times as fast as the yardstick ours is.
    [[nodiscard]] double ratio() const { return median(m_ratios); }

private:
    std::vector<double> m_ours;
    std::vector<double> m_plain;
    std::vector<double> m_ratios;
};

template<class Unit>
double percentile(const Histogram &histogram, double fraction)
{
    return std::chrono::duration<double, Unit>(histogram.percentile(fraction)).count();
}

/// Ids of 24 bytes; indexOf() is the way back.
inline std::vector<std::string> makeIds(std::size_t count)
{
    std::vector<std::string> ids;
    ids.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::string number = std::to_string(i);
        ids.push_back("namespace/obj-" + std::string(10 - number.size(), '0') + number);
    }
    return ids;
}

inline std::size_t indexOf(std::string_view id)
{
    return std::stoul(std::string(id.substr(14)));
}

/// A Storage that finds the same object for every id, and a Handler of which \a handle is
/// called with the Attempt of each add().
template<class Handle>
std::shared_ptr<Reconciler> handleBy(Handle handle)
{
    const auto object = std::make_shared<const int>(1);
    return makeReconciler<int>(makeStorage<int>([object](const Attempt &) {
                                   return Fetched<int>::found(object);
                               }),
                               makeHandler<int>(
                                   [handle](const int &, const Attempt &attempt) {
                                       handle(attempt);
                                       return Outcome::done();
                                   },
                                   [](const Attempt &) { return Outcome::done(); }));
}

inline std::shared_ptr<Reconciler> doNothing()
{
    return handleBy([](const Attempt &) {});
}

inline ControllerSpec makeSpec(std::shared_ptr<ListerWatcher> source,
                               std::shared_ptr<Reconciler> reconciler, int workers)
{
    ControllerSpec spec;
    spec.name = "benchmark";
    spec.options.workers = workers;
    spec.options.resyncInterval = std::chrono::hours(1);
    spec.parts.listerWatcher = std::move(source);
    spec.parts.reconciler = std::move(reconciler);
    return spec;
}

inline std::shared_ptr<ListerWatcher> listOf(const std::vector<std::string> &ids)
{
    return makeListerWatcher([&ids](ListSink &sink, std::stop_token) {
        for (const std::string &id : ids)
            sink.add(id);
        return ListResult::complete();
    });
}

/// Adds a controller, or ends the process.
inline ControllerId addTo(Host &host, ControllerSpec spec)
{
    const auto id = host.add(std::move(spec));
    if (!id)
        std::abort();
    return *id;
}

inline void waitForHandled(const Host &host, std::uint64_t count)
{
    while (host.status().front().counters.handled < count)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

inline void waitUntilSynced(const Host &host)
{
    while (!host.status().front().hasListed)
        std::this_thread::sleep_for(std::chrono::microseconds(200));
}

} // namespace qontroller::benchmarks
