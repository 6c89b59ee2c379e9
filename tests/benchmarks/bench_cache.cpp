// SPDX-License-Identifier: LGPL-3.0-or-later
// What a shared cache costs: bytes for each object, a look-up by several readers at once beside
// two yardsticks, and how fast a first list comes in.
#include "bench.h"
#include "core/sdk/cache/caches.h"
#include "core/sdk/cache/cachetable.h"

#include <absl/container/flat_hash_map.h>
#include <benchmark/benchmark.h>

#include <malloc.h>
#include <mutex>
#include <random>
#include <shared_mutex>

namespace qontroller::benchmarks {
namespace {

/// Bytes that malloc has given out, with what it adds to each.
double usedBytes()
{
    const auto info = mallinfo2();
    return static_cast<double>(info.uordblks + info.hblkhd);
}

/// A table for each kind of container that was looked at: all keep 256 parts, each with a lock.
class OurTable
{
public:
    void put(const std::string &id, Cached<void> cached)
    {
        static_cast<void>(m_table.put(id, std::move(cached), 0, 1));
    }
    [[nodiscard]] Cached<void> find(std::string_view id) const { return m_table.find(id); }

private:
    CacheTable m_table;
};

template<class Lock, class Reader>
class FlatTable
{
public:
    void put(const std::string &id, Cached<void> cached)
    {
        Part &part = partOf(id);
        const std::lock_guard lock(part.lock);
        part.entries[id] = std::move(cached);
    }
    [[nodiscard]] Cached<void> find(std::string_view id) const
    {
        Part &part = partOf(id);
        const Reader lock(part.lock);
        const auto place = part.entries.find(absl::string_view(id.data(), id.size()));
        return place == part.entries.end() ? Cached<void>() : place->second;
    }

private:
    struct alignas(64) Part
    {
        Lock lock;
        absl::flat_hash_map<std::string, Cached<void>> entries;
    };
    Part &partOf(std::string_view id) const
    {
        return m_parts[std::hash<std::string_view>()(id) >> 56];
    }

    mutable std::array<Part, 256> m_parts;
};

/// No table: what the benchmark itself costs, which is to find the bytes of an id.
class NoTable
{
public:
    void put(const std::string &, const Cached<void> &) {}
    [[nodiscard]] Cached<void> find(std::string_view id) const
    {
        return {nullptr, hashOfBytes(id)};
    }
};

using FlatWithMutex = FlatTable<std::mutex, std::lock_guard<std::mutex>>;
using FlatWithSharedMutex = FlatTable<std::shared_mutex, std::shared_lock<std::shared_mutex>>;

/// Ids of 24 bytes, which count as what the cache costs; the object with its count of references
/// does not.
template<class Table>
void cacheMemory(benchmark::State &state)
{
    const auto ids = makeIds(scaled(1'000'000));
    for (auto _ : state) {
        std::vector<Cached<void>> objects;
        objects.reserve(ids.size());
        for (std::size_t i = 0; i < ids.size(); ++i)
            objects.push_back({std::make_shared<const std::uint64_t>(i), i + 1});
        const double before = usedBytes();
        const auto table = std::make_unique<Table>();
        for (std::size_t i = 0; i < ids.size(); ++i)
            table->put(ids[i], objects[i]);
        state.counters["bytes_per_object"] = (usedBytes() - before)
                                             / static_cast<double>(ids.size());
    }
}
BENCHMARK_TEMPLATE(cacheMemory, OurTable)->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK_TEMPLATE(cacheMemory, FlatWithMutex)->Iterations(1)->Unit(benchmark::kMillisecond);

/// Of the calling thread.
double cpuNanoseconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

/// Readers ask for ids in no order, while nothing else goes on. The time is that of one look-up
/// of one reader, with the share of the object that it gets and lets go: of the processor, so
/// that a reader who has none is not counted, and by the clock.
template<class Table>
void cacheGet(benchmark::State &state)
{
    const auto ids = makeIds(scaled(1'000'000));
    const auto readers = static_cast<std::size_t>(state.range(0));
    const std::size_t gets = scaled(2'000'000);
    Table table;
    for (std::size_t i = 0; i < ids.size(); ++i)
        table.put(ids[i], {std::make_shared<const std::uint64_t>(i), i + 1});
    std::atomic<std::uint64_t> sum = 0;
    for (auto _ : state) {
        std::vector<double> used(readers);
        const double seconds = inThreads(readers, [&](std::size_t reader) {
            std::minstd_rand random(static_cast<unsigned>(reader) + 1);
            std::uint64_t found = 0;
            const double before = cpuNanoseconds();
            for (std::size_t i = 0; i < gets; ++i)
                found += table.find(ids[random() % ids.size()]).version;
            used[reader] = cpuNanoseconds() - before;
            sum += found;
        });
        state.counters["cpu_ns_per_get"] = median(used) / static_cast<double>(gets);
        state.counters["ns_per_get"] = seconds * 1e9 / static_cast<double>(gets);
    }
}
BENCHMARK_TEMPLATE(cacheGet, NoTable)->Arg(1)->Arg(4)->Iterations(3)->Unit(benchmark::kMillisecond);
BENCHMARK_TEMPLATE(cacheGet, OurTable)
    ->Arg(1)
    ->Arg(2)
    ->Arg(4)
    ->Iterations(3)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_TEMPLATE(cacheGet, FlatWithMutex)
    ->Arg(1)
    ->Arg(2)
    ->Arg(4)
    ->Iterations(3)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_TEMPLATE(cacheGet, FlatWithSharedMutex)
    ->Arg(1)
    ->Arg(2)
    ->Arg(4)
    ->Iterations(3)
    ->Unit(benchmark::kMillisecond);

/// From the start of a cache to the end of its first list, with a storage that has everything
/// in memory; then the bytes of the whole cache, and a list for one more subscriber.
void cacheFill(benchmark::State &state)
{
    const auto ids = makeIds(scaled(1'000'000));
    const auto object = std::make_shared<const std::uint64_t>(1);
    for (auto _ : state) {
        Caches caches;
        const double before = usedBytes();
        const auto start = BenchClock::now();
        const auto cache = *caches.open<std::uint64_t>("ids", [&] {
            CacheParts<std::uint64_t> parts;
            parts.listerWatcher = makeListerWatcher([&](ListSink &sink, std::stop_token) {
                for (const std::string &id : ids)
                    sink.add(id, 1);
                return ListResult::complete();
            });
            parts.storage = makeStorage<std::uint64_t>(
                [&](const Attempt &) { return Fetched<std::uint64_t>::found(object); });
            return parts;
        });
        if (!cache->waitUntilComplete(TimePoint::max(), {}))
            std::abort();
        state.counters["objects_per_second"] = static_cast<double>(ids.size())
                                               / secondsSince(start);
        state.counters["bytes_per_object"] = (usedBytes() - before)
                                             / static_cast<double>(ids.size());
        const auto listed = BenchClock::now();
        std::size_t count = 0;
        static_cast<void>(cache->listObjects([&](auto &&...) { ++count; }, {}));
        state.counters["listed_per_second"] = static_cast<double>(count) / secondsSince(listed);
    }
}
BENCHMARK(cacheFill)->Iterations(1)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace qontroller::benchmarks
