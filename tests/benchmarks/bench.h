// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/api/functions.h"
#include "core/host/host.h"

#include <chrono>
#include <memory>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <vector>

namespace qontroller::benchmarks {

using BenchClock = std::chrono::steady_clock;

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

/// Ids of 24 bytes.
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

/// A Storage that finds the same object for every id, a Handler that does nothing.
inline std::shared_ptr<Reconciler> doNothing()
{
    const auto object = std::make_shared<const int>(1);
    return makeReconciler<int>(
        makeStorage<int>([object](const Attempt &) { return Fetched<int>::found(object); }),
        makeHandler<int>([](const int &, const Attempt &) { return Outcome::Done(); },
                         [](const Attempt &) { return Outcome::Done(); }));
}

inline ControllerSpec makeSpec(std::shared_ptr<ListerWatcher> source, std::shared_ptr<Reconciler> reconciler,
                               int workers)
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

inline void waitForHandled(const Host &host, std::uint64_t count)
{
    while (host.status().front().counters.handled < count)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

} // namespace qontroller::benchmarks
