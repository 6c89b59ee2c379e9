// SPDX-License-Identifier: LGPL-3.0-or-later
// What a journal costs a host that runs, an operator who waits, a start, and the disk.
#include "bench.h"

#include "core/engine/journal/journal.h"
#include "core/engine/journal/journaledcontrol.h"
#include "core/engine/journal/journalwriter.h"

#include <benchmark/benchmark.h>

#include <atomic>
#include <filesystem>
#include <optional>

#include <unistd.h>

namespace qontroller::benchmarks {
namespace {

constexpr std::size_t Known = 1'000'000;

/// A folder for one file, which goes with it.
class Folder
{
public:
    Folder() { std::filesystem::create_directories(m_path); }
    ~Folder() { std::filesystem::remove_all(m_path); }
    Folder(const Folder &) = delete;
    Folder &operator=(const Folder &) = delete;
    [[nodiscard]] std::filesystem::path file() const { return m_path / "journal.sqlite"; }
    [[nodiscard]] std::uintmax_t bytes() const { return std::filesystem::file_size(file()); }

private:
    const std::filesystem::path m_path = std::filesystem::temp_directory_path()
                                         / ("bench-journal-" + std::to_string(::getpid()));
};

/// A host with one controller, and a journal if there is a file for it.
class Journaled
{
public:
    explicit Journaled(const std::filesystem::path &file)
    {
        if (file.empty())
            return;
        auto opened = Journal::open(file, SteadyClock::instance());
        if (!opened)
            std::abort();
        m_journal = std::move(opened->journal);
        m_writer.emplace(*m_journal, m_host, SteadyClock::instance(), nullptr);
        m_writer->begin();
    }
    void add(ControllerSpec spec)
    {
        if (m_journal)
            spec.known = m_journal->known({spec.name, "benchmark", {}});
        addTo(m_host, std::move(spec));
    }
    [[nodiscard]] Host &host() { return m_host; }
    [[nodiscard]] Journal &journal() { return *m_journal; }
    /// Until all is on disk.
    void sync()
    {
        while (m_writer && !m_journal->turns()->sync(std::chrono::minutes(1)))
            ;
    }

private:
    std::unique_ptr<Journal> m_journal;
    Host m_host;
    std::optional<JournalWriter> m_writer;
};

/// Seconds in which as many resyncs of \a ids are handled, once all are known.
double resyncs(const std::filesystem::path &file, const std::vector<std::string> &ids,
               std::size_t times)
{
    Journaled journaled(file);
    journaled.add(makeSpec(listOf(ids), doNothing(), 2));
    waitForHandled(journaled.host(), ids.size());
    journaled.sync();
    const auto start = BenchClock::now();
    for (std::size_t i = 1; i <= times; ++i) {
        journaled.host().submit({0, ControllerVerb::Resync});
        waitForHandled(journaled.host(), ids.size() * (i + 1));
    }
    return secondsSince(start);
}

/// 100 000 objects that are handled again and again as fast as can be.
void journaledResyncs(benchmark::State &state)
{
    const auto ids = makeIds(scaled(std::size_t(100'000)));
    constexpr std::size_t Times = 30;
    Pairs pairs;
    for (auto unused : state) {
        const Folder folder;
        state.SetIterationTime(pairs.measure([&] { return resyncs(folder.file(), ids, Times); },
                                             [&] { return resyncs({}, ids, Times); }));
    }
    state.counters["ratio_to_none"] = pairs.ratio();
    state.counters["changes_per_second"] = double(ids.size() * Times) / pairs.ours();
}
BENCHMARK(journaledResyncs)->UseManualTime()->Iterations(5)->Unit(benchmark::kMillisecond);

/// The same 100 000 times a second: what a core has to do for it.
void journaledLoad(benchmark::State &state)
{
    const auto ids = makeIds(scaled(std::size_t(100'000)));
    const auto cpuOf = [&](const std::filesystem::path &file) {
        Journaled journaled(file);
        journaled.add(makeSpec(listOf(ids), doNothing(), 2));
        waitForHandled(journaled.host(), ids.size());
        journaled.sync();
        const double before = cpuSeconds();
        for (int second = 0; second < 5; ++second) {
            journaled.host().submit({0, ControllerVerb::Resync});
            std::this_thread::sleep_for(scaled(std::chrono::seconds(1)));
        }
        return (cpuSeconds() - before) / 5;
    };
    double with = 0;
    double without = 0;
    for (auto unused : state) {
        const Folder folder;
        with += cpuOf(folder.file());
        without += cpuOf({});
    }
    state.counters["core_percent"] = 100 * with / double(state.iterations());
    state.counters["core_percent_without"] = 100 * without / double(state.iterations());
}
BENCHMARK(journaledLoad)->Iterations(2)->Unit(benchmark::kMillisecond);

/// How long a command waits for the disk, on a host at rest.
void wordOnDisk(benchmark::State &state)
{
    const Folder folder;
    const auto ids = makeIds(scaled(std::size_t(1000)));
    Journaled journaled(folder.file());
    journaled.add(makeSpec(listOf(ids), doNothing(), 1));
    waitForHandled(journaled.host(), ids.size());
    JournaledControl control(journaled.host(), journaled.journal().turns());
    std::vector<double> waits;
    for (auto unused : state) {
        const auto start = BenchClock::now();
        control.submit({0, ItemsAction{ItemVerb::Pause, {ids[waits.size() % ids.size()]}}});
        waits.push_back(secondsSince(start) * 1000);
    }
    std::ranges::sort(waits);
    state.counters["p50_ms"] = waits[waits.size() / 2];
    state.counters["p99_ms"] = waits[waits.size() * 99 / 100];
}
BENCHMARK(wordOnDisk)->Iterations(1000)->Unit(benchmark::kMillisecond);

/// Attempts that each leave another text with their object, and so end when that is on disk.
void keptTexts(benchmark::State &state)
{
    const Folder folder;
    const auto ids = makeIds(scaled(std::size_t(2000)));
    std::atomic<std::uint64_t> number = 0;
    Journaled journaled(folder.file());
    journaled.add(makeSpec(listOf(ids), handleBy([&number](const Attempt &attempt) {
                               attempt.keep("server " + std::to_string(++number));
                           }),
                           int(state.range())));
    std::uint64_t handled = ids.size();
    waitForHandled(journaled.host(), handled);
    for (auto unused : state) {
        const auto start = BenchClock::now();
        journaled.host().submit({0, ControllerVerb::Resync});
        waitForHandled(journaled.host(), handled += ids.size());
        state.SetIterationTime(secondsSince(start));
    }
    state.counters["attempts_per_second"] = benchmark::Counter(double(ids.size()
                                                                      * state.iterations()),
                                                               benchmark::Counter::kIsRate);
}
BENCHMARK(keptTexts)->Arg(1)->Arg(4)->Arg(16)->UseManualTime()->Iterations(3)->Unit(
    benchmark::kMillisecond);

/// A start that knows a million objects, and their place on the disk.
void startWithMillion(benchmark::State &state)
{
    const Folder folder;
    const auto ids = makeIds(scaled(Known));
    {
        Journaled journaled(folder.file());
        journaled.add(makeSpec(listOf(ids), doNothing(), 2));
        waitForHandled(journaled.host(), ids.size());
        journaled.sync();
    }
    for (auto unused : state) {
        const auto start = BenchClock::now();
        Journaled journaled(folder.file());
        journaled.add(makeSpec(listOf(ids), doNothing(), 2));
        state.SetIterationTime(secondsSince(start));
        if (journaled.host().status().front().gauges.known != ids.size())
            std::abort();
    }
    state.counters["bytes_per_id"] = double(folder.bytes()) / double(ids.size());
}
BENCHMARK(startWithMillion)->UseManualTime()->Iterations(3)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace qontroller::benchmarks
