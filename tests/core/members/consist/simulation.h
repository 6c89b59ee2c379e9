// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/members/consist/pass.h"
#include "demoadapter.h"
#include "memorystore.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace qontroller::consist::test {

/// Employers, employees, a provider that fails and answers that are lost, operators who begin,
/// undo and force, and a program that is killed at any moment; all from one seed.
///
/// Checked after every single change of the disk or of the provider: what is operated on carries
/// no traffic, and what carries traffic carries a mark. In the end all is let alone, and then
/// everything must be back and no mark left over.
class Simulation final
{
public:
    enum class Trace {
        Off,
        On,
    };

    explicit Simulation(std::uint64_t seed, Trace trace = Trace::Off);

    /// What went wrong; nothing if all is well.
    std::optional<std::string> run();
    [[nodiscard]] const std::vector<std::string> &trace() const { return m_trace; }
    /// How often an operator was at work, over all of it.
    [[nodiscard]] int started() const { return m_started; }
    [[nodiscard]] int kills() const { return m_kills; }
    [[nodiscard]] int deletions() const { return m_deletions; }

private:
    struct Killed
    {
    };

    [[nodiscard]] std::size_t below(std::size_t limit) { return m_random() % limit; }
    [[nodiscard]] bool chance(unsigned percent) { return m_random() % 100 < percent; }
    template<class Map>
    [[nodiscard]] typename Map::iterator oneOf(Map &map)
    {
        auto one = map.begin();
        std::advance(one, static_cast<std::ptrdiff_t>(below(map.size())));
        return one;
    }

    void step();
    void disturb();
    void happen();
    void pass(const std::string &employer);
    void tryPass(const std::string &employer);
    void command();
    [[nodiscard]] Command anyCommand();
    [[nodiscard]] static Command nextFor(const Operation &operation);
    void noteOperator(const EmployeeKey &key, const Command &command);
    void tick(const EmployeeKey &key);
    void act(const EmployeeKey &key, Facts facts);
    [[nodiscard]] Facts factsOf(const EmployeeKey &key);
    [[nodiscard]] bool mayBegin(const EmployeeKey &key) const;
    void changeSelection();
    void changeReadiness();
    void changeAddress();
    void changeEmployers();
    void drift();
    void mayBeKilled();
    void remove(const EmployeeKey &key);

    void check(const char *when);
    void checkTraffic(const char *when, const std::string &employer, const EmployeeKey &key);
    [[nodiscard]] static EmployeeKey keyOf(const std::string &name) { return {"employee", name}; }
    [[nodiscard]] static std::string nameOf(const EmployeeKey &key)
    {
        return std::string(key.qualifiedName());
    }
    [[nodiscard]] bool carriesTraffic(const std::string &employer, const std::string &name) const;
    [[nodiscard]] static bool isForced(const Lifecycle &lifecycle);
    void fail(const std::string &what);
    void note(const std::string &what);

    void quieten();
    void checkEnd();
    void checkEmployer(const std::string &employer);

    std::mt19937_64 m_random;
    Provider m_provider;
    Disk m_disk;
    MemoryStore m_store{m_disk};
    ConsistOptions m_options;
    std::shared_ptr<AnyConsistAdapter> m_adapter;
    std::map<std::string, Web> m_webs;   // those that exist
    std::map<std::string, bool> m_known; // those that ever did
    std::set<std::pair<EmployeeKey, std::string>> m_atWork;
    WallTime m_now{std::chrono::hours(1)};
    bool m_isQuiet = false;
    bool m_isProviderAway = false;
    bool m_isInPass = false;
    bool m_isKilled = false;
    int m_depth = 0;
    int m_started = 0;
    int m_kills = 0;
    int m_deletions = 0;
    std::optional<std::string> m_failure;
    std::vector<std::string> m_trace;
    Trace m_isTracing;
};

} // namespace qontroller::consist::test
