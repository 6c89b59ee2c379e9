// SPDX-License-Identifier: LGPL-3.0-or-later
// How often the heap is asked for each id. A program of its own, for counting costs the others
// time.
#include "bench.h"

#include <benchmark/benchmark.h>

#include <atomic>
#include <new>

namespace {

std::atomic<std::uint64_t> allocations{0};

void *counted(void *memory)
{
    allocations.fetch_add(1, std::memory_order_relaxed);
    if (!memory)
        throw std::bad_alloc();
    return memory;
}

} // namespace

// The other forms come down to these. Not inline: GCC would see free() for what new gave.
[[gnu::noinline]] void *operator new(std::size_t size)
{
    return counted(std::malloc(size));
}
[[gnu::noinline]] void *operator new(std::size_t size, std::align_val_t alignment)
{
    const auto align = static_cast<std::size_t>(alignment);
    return counted(std::aligned_alloc(align, (size + align - 1) / align * align));
}
[[gnu::noinline]] void operator delete(void *memory) noexcept
{
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void *memory, std::size_t) noexcept
{
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void *memory, std::align_val_t) noexcept
{
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void *memory, std::size_t, std::align_val_t) noexcept
{
    std::free(memory);
}

namespace qontroller::benchmarks {
namespace {

/// Of the first run of each id, which makes it known, and of the next one after a list.
void allocationsPerReconcile(benchmark::State &state)
{
    const auto ids = makeIds(scaled(1'000'000));
    const auto count = static_cast<double>(ids.size());
    for (auto _ : state) {
        Host host;
        const std::uint64_t before = allocations;
        const ControllerId controller = addTo(host, makeSpec(listOf(ids), doNothing(), 2));
        waitForHandled(host, ids.size());
        const std::uint64_t first = allocations;
        host.submit({controller, ControllerVerb::Resync});
        waitForHandled(host, 2 * ids.size());
        state.counters["allocations_first"] = static_cast<double>(first - before) / count;
        state.counters["allocations_again"] = static_cast<double>(allocations - first) / count;
    }
}
BENCHMARK(allocationsPerReconcile)->Iterations(1)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace qontroller::benchmarks
