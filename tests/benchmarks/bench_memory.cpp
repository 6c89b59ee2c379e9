// SPDX-License-Identifier: LGPL-3.0-or-later
// What an id costs after each kind of ordinary life, and what comes back when it is removed.
#include "benchqueue.h"

#include <benchmark/benchmark.h>

#include <atomic>
#include <fstream>
#include <malloc.h>
#include <unistd.h>

namespace qontroller::benchmarks {
namespace {

using namespace std::chrono_literals;

/// Bytes of this process that are in memory.
double residentBytes()
{
    std::ifstream file("/proc/self/statm");
    double size = 0;
    double resident = 0;
    file >> size >> resident;
    return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

/// Bytes that malloc has given out.
double usedBytes()
{
    const auto info = mallinfo2();
    return static_cast<double>(info.uordblks + info.hblkhd);
}

/// What the process has more of than at construction.
class Growth
{
public:
    Growth()
    {
        malloc_trim(0);
        m_resident = residentBytes();
        m_used = usedBytes();
    }
    /// In memory, with what was freed and malloc keeps.
    [[nodiscard]] double bytes() const { return residentBytes() - m_resident; }
    [[nodiscard]] double usedBytes() const { return benchmarks::usedBytes() - m_used; }

private:
    double m_resident = 0;
    double m_used = 0;
};

constexpr int Lists = 3;

void waits(BenchQueue &queue, ManualClock &, const std::vector<std::string> &ids)
{
    queue.list(ids);
}
void waitsThroughSecondList(BenchQueue &queue, ManualClock &, const std::vector<std::string> &ids)
{
    queue.list(ids);
    queue.list(ids);
}
void isHandled(BenchQueue &queue, ManualClock &, const std::vector<std::string> &ids)
{
    queue.list(ids);
    queue.handle(ids.size(), {});
}
void isRequeuedAndResynced(BenchQueue &queue, ManualClock &clock,
                           const std::vector<std::string> &ids)
{
    for (int i = 0; i < Lists; ++i) {
        queue.list(ids);
        queue.handle(ids.size(), {Outcome::requeueAfter(10s)});
        clock.advance(11s);
        queue.handle(ids.size(), {Outcome::requeueAfter(10s)});
    }
    queue.list(ids);
    queue.handle(ids.size(), {});
}
void recoversFromOutage(BenchQueue &queue, ManualClock &clock, const std::vector<std::string> &ids)
{
    queue.list(ids);
    for (int i = 0; i < 3; ++i) {
        queue.handle(ids.size(), {Outcome::retry("no connection to the storage")});
        clock.advance(1min);
    }
    queue.handle(ids.size(), {});
    for (int i = 0; i < Lists; ++i) {
        queue.list(ids);
        queue.handle(ids.size(), {});
    }
}
void isRemoved(BenchQueue &queue, ManualClock &clock, const std::vector<std::string> &ids)
{
    isHandled(queue, clock, ids);
    for (const std::string &id : ids)
        queue.deleted(id);
    queue.handle(ids.size(), removed());
}

using Life = void (*)(BenchQueue &, ManualClock &, const std::vector<std::string> &);

void memoryOfId(benchmark::State &state, Life life)
{
    const auto ids = makeIds(scaled(1'000'000));
    const auto count = static_cast<double>(ids.size());
    ControllerOptions options;
    options.retryRate = 1e9; // an outage ends for all at once
    options.retryBurst = 1'000'000'000;
    for (auto _ : state) {
        const Growth growth;
        ManualClock clock;
        BenchQueue queue(clock, options);
        life(queue, clock, ids);
        state.counters["bytes_per_id"] = growth.bytes() / count;
        for (int i = 0; i < 10; ++i) { // whatever goes back to the system does so by now
            clock.advance(1s);
            std::this_thread::sleep_for(50ms);
        }
        state.counters["bytes_per_id_at_rest"] = growth.bytes() / count;
        state.counters["bytes_per_id_in_use"] = growth.usedBytes() / count;
    }
}
BENCHMARK_CAPTURE(memoryOfId, waiting, waits)->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(memoryOfId, secondListWhileWaiting, waitsThroughSecondList)
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(memoryOfId, handled, isHandled)->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(memoryOfId, requeuedAndResynced, isRequeuedAndResynced)
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(memoryOfId, recoveredFromOutage, recoversFromOutage)
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(memoryOfId, removed, isRemoved)->Iterations(1)->Unit(benchmark::kMillisecond);

enum class Order : int {
    List, ///< events say so, in the order of the list
    Hash, ///< a list shows none of them: in the order in which the controller goes through them
};

/// Objects that all exist until \a gone; its watch says in the order of \a ids that they do
/// not any more, once \a mayDelete.
ControllerSpec vanishing(const std::vector<std::string> &ids, const std::atomic<bool> &gone,
                         const std::atomic<bool> &mayDelete)
{
    auto list = [&](ListSink &sink, std::stop_token) {
        for (const std::string &id : ids) {
            if (!gone)
                sink.add(id);
        }
        return ListResult::complete();
    };
    auto watch = [&](WatchSink &sink, const std::string &, std::stop_token stop) {
        sink.ready();
        while (!mayDelete && !stop.stop_requested())
            std::this_thread::sleep_for(1ms);
        for (auto id = ids.begin(); id != ids.end() && mayDelete; ++id)
            sink.event(EventType::Deleted, *id);
        while (!stop.stop_requested())
            std::this_thread::sleep_for(1ms);
        return WatchEnd::closed();
    };
    const auto object = std::make_shared<const int>(1);
    auto get = [&gone, object](const Attempt &) {
        return gone ? Fetched<int>::gone() : Fetched<int>::found(object);
    };
    auto done = [](auto &&...) { return Outcome::done(); };
    ControllerSpec spec = makeSpec(makeListerWatcher(list, watch),
                                   makeReconciler<int>(makeStorage<int>(get),
                                                       makeHandler<int>(done, done)),
                                   2);
    spec.options.massDeletionGuard = false;
    return spec;
}

/// A controller whose objects are all removed: what it had in memory and what is left.
void memoryAfterRemoval(benchmark::State &state, Order order)
{
    const auto ids = makeIds(scaled(1'000'000));
    const double mib = 1024 * 1024;
    for (auto _ : state) {
        const Growth growth;
        std::atomic<bool> gone{false};
        std::atomic<bool> mayDelete{false};
        Host host;
        const ControllerId controller = addTo(host, vanishing(ids, gone, mayDelete));
        waitForHandled(host, ids.size());
        state.counters["known_mib"] = growth.bytes() / mib;

        gone = true;
        mayDelete = order == Order::List;
        if (order == Order::Hash)
            host.submit({controller, ControllerVerb::Resync});
        while (host.status().front().counters.removed < ids.size())
            std::this_thread::sleep_for(1ms);
        state.counters["left_mib"] = growth.bytes() / mib;
        std::this_thread::sleep_for(scaled(10s));
        state.counters["left_mib_after_10_s"] = growth.bytes() / mib;
    }
}
BENCHMARK_CAPTURE(memoryAfterRemoval, listOrder, Order::List)
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(memoryAfterRemoval, hashOrder, Order::Hash)
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

} // namespace
} // namespace qontroller::benchmarks
