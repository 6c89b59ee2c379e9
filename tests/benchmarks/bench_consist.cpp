// SPDX-License-Identifier: LGPL-3.0-or-later
// Consist controllers: a pass in which nothing changed, against a plain loop over the same sets,
// and many employers whose members change all the time.
#include "bench.h"

#include "core/base/threads/wait.h"
#include "core/engine/api/functions.h"
#include "core/engine/host/host.h"
#include "core/members/consist/consistparts.h"
#include "core/members/consist/pass.h"
#include "core/members/run/runconsist.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <unistd.h>
#include <vector>

namespace qontroller::benchmarks {
namespace {

using namespace consist;

struct Address
{
    std::string id;
    friend bool operator==(const Address &, const Address &) = default;
};

struct Member
{
    std::string id;
    std::string name;
    int weight = 100;
    friend bool operator==(const Member &, const Member &) = default;
};

/// Employers with as many members each, and a provider that has them in memory.
class World
{
public:
    World(std::size_t employers, std::size_t members)
    {
        for (std::size_t i = 0; i < employers; ++i) {
            Side &side = m_sides["web" + std::to_string(i)];
            for (std::size_t k = 0; k < members; ++k) {
                const std::string name = "web" + std::to_string(i) + '-' + std::to_string(k);
                side.expected.push_back({name + ":80", name, 100});
            }
        }
    }

    [[nodiscard]] std::vector<ObjectId> employers() const
    {
        std::vector<ObjectId> names;
        for (const auto &[name, side] : m_sides)
            names.push_back(name);
        return names;
    }
    [[nodiscard]] std::vector<Member> expected(const ObjectId &employer) const
    {
        MutexLock lock(m_mutex);
        return m_sides.at(employer).expected;
    }
    [[nodiscard]] std::vector<Member> current(const ObjectId &employer) const
    {
        MutexLock lock(m_mutex);
        std::vector<Member> members;
        for (const auto &[id, member] : m_sides.at(employer).current)
            members.push_back(member);
        return members;
    }
    void put(const ObjectId &employer, const Member &member)
    {
        MutexLock lock(m_mutex);
        m_sides.at(employer).current[member.id] = member;
        ++m_calls;
    }
    /// Gives member \a k of \a employer another weight.
    void change(const ObjectId &employer, std::size_t k)
    {
        MutexLock lock(m_mutex);
        int &weight = m_sides.at(employer).expected.at(k).weight;
        weight = weight == 100 ? 99 : 100;
    }
    [[nodiscard]] std::uint64_t calls() const
    {
        MutexLock lock(m_mutex);
        return m_calls;
    }

private:
    struct Side
    {
        std::vector<Member> expected;
        std::map<std::string, Member> current;
    };

    mutable Mutex m_mutex;
    std::map<ObjectId, Side> m_sides;
    std::uint64_t m_calls = 0;
};

class Adapter final : public ConsistAdapter<Address, Member>
{
public:
    explicit Adapter(std::shared_ptr<World> world)
        : m_world(std::move(world))
    {}
    std::string controllerName() const override { return "bench"; }
    ConsistItems<Address> expectedEmployers(const ConsistEmployer &employer) override
    {
        return std::vector<Address>{{employer.id}};
    }
    ConsistItems<Address> currentEmployers(const ConsistEmployer &employer) override
    {
        return std::vector<Address>{{employer.id}};
    }
    Applied createEmployers(const ConsistEmployer &, const std::vector<Address> &all) override
    {
        return Applied::all(all);
    }
    Applied updateEmployers(const ConsistEmployer &, const std::vector<Address> &all) override
    {
        return Applied::all(all);
    }
    Applied deleteEmployers(const ConsistEmployer &, const std::vector<Address> &all) override
    {
        return Applied::all(all);
    }
    ConsistItems<Member> expectedEmployees(const ConsistEmployer &employer) override
    {
        return m_world->expected(employer.id);
    }
    ConsistItems<Member> currentEmployees(const ConsistEmployer &employer) override
    {
        return m_world->current(employer.id);
    }
    Applied createEmployees(const ConsistEmployer &employer,
                            const std::vector<Member> &all) override
    {
        return updateEmployees(employer, all);
    }
    Applied updateEmployees(const ConsistEmployer &employer,
                            const std::vector<Member> &all) override
    {
        for (const Member &member : all)
            m_world->put(employer.id, member);
        return Applied::all(all);
    }
    Applied deleteEmployees(const ConsistEmployer &, const std::vector<Member> &all) override
    {
        return Applied::all(all);
    }

private:
    std::shared_ptr<World> m_world;
};

/// A store in a file that goes with it.
class StoreFolder
{
public:
    StoreFolder()
        : m_folder(std::filesystem::temp_directory_path()
                   / ("qontroller-bench-" + std::to_string(::getpid())))
    {
        std::filesystem::create_directories(m_folder);
    }
    ~StoreFolder() { std::filesystem::remove_all(m_folder); }
    StoreFolder(const StoreFolder &) = delete;
    StoreFolder &operator=(const StoreFolder &) = delete;

    [[nodiscard]] std::unique_ptr<ConsistStore> open() const
    {
        return std::move(
            ConsistStore::open(m_folder / "consist.sqlite", SteadyClock::instance()).value());
    }

private:
    std::filesystem::path m_folder;
};

/// What a program without a frame would do: the same two lists, compared by id.
std::size_t differences(const std::vector<Member> &expected, const std::vector<Member> &current)
{
    std::map<std::string_view, const Member *> byId;
    for (const Member &member : current)
        byId.emplace(member.id, &member);
    std::size_t different = 0;
    for (const Member &member : expected) {
        const auto found = byId.find(member.id);
        different += found == byId.end() || !(*found->second == member);
    }
    return different + (expected.size() == current.size() ? 0 : 1);
}

/// One employer; what counts is the time of a pass, and that nobody calls the provider.
void unchangedPass(benchmark::State &state)
{
    const auto members = scaled(10'000);
    const auto world = std::make_shared<World>(1, members);
    const StoreFolder folder;
    const auto store = folder.open();
    const auto ledger = store->ledgerOf("bench");
    const auto adapter = eraseAdapter(std::make_shared<Adapter>(world));
    const ObjectId name = "web0";
    const Attempt attempt{name, "bench", 1, 0, {}};
    const ConsistEmployer employer{name, attempt};
    static_cast<void>(runPass(*adapter, *ledger, {}, employer)); // makes everything
    const std::uint64_t calls = world->calls();
    std::size_t wrong = 0;
    double plain = 0;
    for (auto _ : state) {
        wrong += runPass(*adapter, *ledger, {}, employer).outcome.kind() != Outcome::Kind::Done;
        state.PauseTiming();
        const auto begun = BenchClock::now();
        wrong += differences(world->expected(name), world->current(name));
        plain += std::chrono::duration<double, std::milli>(BenchClock::now() - begun).count();
        state.ResumeTiming();
    }
    state.counters["wrong"] = static_cast<double>(wrong);
    state.counters["provider_calls"] = static_cast<double>(world->calls() - calls);
    state.counters["plain_loop_ms"] = plain / static_cast<double>(state.iterations());
}
BENCHMARK(unchangedPass)->Iterations(50)->UseRealTime()->Unit(benchmark::kMillisecond);

/// 1000 employers with 100 members each, of which 1 % change in a second, for 20 s.
void changingMembers(benchmark::State &state)
{
    const auto employers = scaled(1000);
    constexpr std::size_t Members = 100;
    const auto world = std::make_shared<World>(employers, Members);
    const std::vector<ObjectId> names = world->employers();
    const StoreFolder folder;
    const auto mover =
        std::make_shared<OperationMover>(folder.open(), SteadyClock::instance(),
                                         OperationMover::Settings{[](auto &&...) {
                                                                      return ProgramAnswer{};
                                                                  },
                                                                  [](const std::string &) {}});
    std::atomic<std::uint64_t> made = 0;
    std::atomic<bool> changes = false;
    const Duration length = scaled(std::chrono::seconds(20));
    ConsistOptions options;
    EmployeeSource source;
    source.listerWatcher = makeListerWatcher(
        [&names](ListSink &sink, std::stop_token) {
            for (const ObjectId &name : names) {
                for (std::size_t member = 0; member < Members; ++member)
                    sink.add(name + '-' + std::to_string(member));
            }
            return ListResult::complete();
        },
        [&](WatchSink &sink, const std::string &, std::stop_token stop) {
            Clock &clock = SteadyClock::instance();
            std::mt19937 dice(1);
            const auto perSecond = static_cast<double>(employers * Members) / 100;
            sink.ready();
            TimePoint begun = clock.now();
            while (waitFor(clock, std::chrono::milliseconds(1), stop) == WaitEnd::TimeIsUp) {
                if (!changes)
                    begun = clock.now();
                const double passed = std::chrono::duration<double>(clock.now() - begun).count();
                while (static_cast<double>(made) < passed * perSecond) {
                    const ObjectId &employer = names.at(dice() % names.size());
                    const std::size_t member = dice() % Members;
                    world->change(employer, member);
                    sink.event(EventType::Modified, employer + '-' + std::to_string(member));
                    ++made;
                }
            }
            return WatchEnd::closed();
        });
    source.employers = makeOwners([](const ObjectId &id, std::stop_token) {
        return std::vector<ObjectId>{id.substr(0, id.rfind('-'))};
    });
    options.employees.push_back(std::move(source));
    const auto lister = makeListerWatcher([&names](ListSink &sink, std::stop_token) {
        for (const ObjectId &name : names)
            sink.add(name);
        return ListResult::complete();
    });
    const auto storage = makeStorage<std::string>([](const Attempt &attempt) {
        return Fetched<std::string>::found(std::make_shared<const std::string>(attempt.id));
    });
    auto parts = makeConsistController<Adapter, std::string>(std::make_shared<Adapter>(world),
                                                             lister, storage, options);
    for (auto _ : state) {
        Host host;
        ControllerOptions engine;
        engine.workers = 2;
        static_cast<void>(host.add({"bench", "bench", runConsist(parts, mover).value(), engine}));
        Clock &clock = SteadyClock::instance();
        const auto depth = [&] { return host.status().front().gauges.depth; };
        const auto everyTenth = [&] {
            return waitFor(clock, std::chrono::milliseconds(100), {}) == WaitEnd::TimeIsUp;
        };
        const auto begun = BenchClock::now();
        while (everyTenth() && !host.status().front().isIdle()) {
        }
        state.counters["first_passes_s"] = secondsSince(begun);
        const double cpu = cpuSeconds();
        const TimePoint end = later(clock.now(), length);
        std::vector<double> depths;
        changes = true;
        while (everyTenth() && clock.now() < end)
            depths.push_back(static_cast<double>(depth()));
        state.counters["cpu_of_2_cores_percent"] =
            100 * (cpuSeconds() - cpu) / (2 * std::chrono::duration<double>(length).count());
        state.counters["queue_median"] = depths.empty() ? 0 : median(depths);
        state.counters["queue_at_the_end"] = static_cast<double>(depth());
        state.counters["changes"] = static_cast<double>(made);
        host.stop(std::chrono::seconds(5));
    }
}
BENCHMARK(changingMembers)->Iterations(1)->UseRealTime()->Unit(benchmark::kMillisecond);

} // namespace
} // namespace qontroller::benchmarks
