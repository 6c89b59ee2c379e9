// SPDX-License-Identifier: LGPL-3.0-or-later
// What it costs to write down an event, and to read it.
#include "bench.h"

#include "core/engine/observe/events/eventring.h"
#include "core/engine/observe/feed/delta.h"

#include <benchmark/benchmark.h>

#include <array>

namespace qontroller::benchmarks {
namespace {

/// Mostly errors, as in an outage; every eighth is of another kind.
EventRecord eventOf(std::size_t number, const std::vector<std::string> &ids)
{
    using Kind = EventRecord::Kind;
    constexpr std::array Others{Kind::Failed, Kind::Recovered, Kind::Parked, Kind::LockRefused,
                                Kind::Notice};
    const Kind kind = number % 8 == 0 ? Others[number / 8 % Others.size()] : Kind::Error;
    return {0,
            TimePoint(Duration(number + 1)),
            kind,
            ids[number % ids.size()],
            {"Connection reset by peer after 3 of 51 MB"}};
}

/// A full one.
EventRing fullRing(const std::vector<std::string> &ids)
{
    EventRing ring;
    for (std::size_t i = 0; i < EventRing::DefaultBytes / 64; ++i)
        ring.add(eventOf(i, ids));
    return ring;
}

void eventRingAdd(benchmark::State &state)
{
    const auto ids = makeIds(1000);
    EventRing ring = fullRing(ids);
    std::size_t number = 0;
    for (auto _ : state)
        ring.add(eventOf(number++, ids));
    state.counters["bytes"] = static_cast<double>(ring.bytes());
}

/// The event itself, which the ring does not make.
void eventRingAddNothing(benchmark::State &state)
{
    const auto ids = makeIds(1000);
    std::size_t number = 0;
    for (auto _ : state)
        benchmark::DoNotOptimize(eventOf(number++, ids));
}

/// A pull's worth of a full one, from where a reader has come to: at the begin, or one event before
/// the end.
void eventRingRead(benchmark::State &state)
{
    const auto ids = makeIds(1000);
    EventRing ring = fullRing(ids);
    const std::uint64_t next = state.range(0) == 0 ? 0 : ring.nextNumber() - 1;
    std::uint64_t events = 0;
    for (auto _ : state) {
        EventCursor cursor{next};
        std::size_t room = DeltaBytes;
        events += ring.read(cursor, DeltaEventLimit, room).size();
    }
    state.counters["events"] = benchmark::Counter(static_cast<double>(events),
                                                  benchmark::Counter::kAvgIterations);
}

BENCHMARK(eventRingAdd)->Unit(benchmark::kNanosecond);
BENCHMARK(eventRingAddNothing)->Unit(benchmark::kNanosecond);
BENCHMARK(eventRingRead)->ArgName("atEnd")->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);

} // namespace
} // namespace qontroller::benchmarks
