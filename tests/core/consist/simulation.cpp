// SPDX-License-Identifier: LGPL-3.0-or-later
#include "simulation.h"

#include "core/consist/rules.h"

#include <algorithm>
#include <array>

namespace qontroller::consist::test {

namespace {

/// Never looks at a gate: the frame takes its members out.
class CarelessAdapter final : public DemoAdapter
{
public:
    using DemoAdapter::DemoAdapter;

    ConsistItems<Server> expectedEmployees(const ConsistEmployer &employer) override
    {
        std::vector<Server> servers;
        for (const auto &[name, ready] : employer.objectAs<Web>()->servers)
            servers.push_back({name + ":80", name, ready ? 100 : 0, ready});
        return servers;
    }
};

constexpr int Steps = 120;

EmployeeKey keyOf(const std::string &name)
{
    return {"employee", name};
}

std::string nameOf(const EmployeeKey &key)
{
    return std::string(key.qualifiedName());
}

} // namespace

Simulation::Simulation(std::uint64_t seed, Trace trace)
    : m_random(seed)
    , m_isTracing(trace)
{
    m_options.preCheck.maxUnavailable = EmployeeShare{1 + static_cast<unsigned>(below(2))};
    m_options.sharedTypes = {"patch"};
    if (chance(30))
        m_options.batching = ConsistOptions::Batching::Whole;
    m_adapter = chance(50) ? eraseAdapter(std::make_shared<DemoAdapter>(m_provider))
                           : eraseAdapter(std::make_shared<CarelessAdapter>(m_provider));
    const std::size_t employees = 2 + below(4);
    for (std::size_t i = 1; i <= employees; ++i)
        m_disk.employees[keyOf("s" + std::to_string(i))] = {};
    for (const char *employer : {"web", "mail"}) {
        m_known[employer] = true;
        m_webs[employer] = {};
        for (const auto &[key, employee] : m_disk.employees)
            m_webs[employer].servers[nameOf(key)] = true;
        if (chance(50))
            break;
    }
    m_provider.beforeCall = [this] { disturb(); };
    m_provider.luck = [this](const std::string &) {
        check("provider");
        mayBeKilled();
        if (m_isKilled || m_isProviderAway)
            return Luck::Thrown;
        return m_isQuiet || chance(85) ? Luck::Good : Luck(1 + below(4));
    };
    m_store.onCall = [this](const char *what) {
        check(what);
        disturb();
        mayBeKilled();
        if (m_isKilled)
            throw Killed();
    };
}

std::optional<std::string> Simulation::run()
{
    for (int i = 0; i < Steps && !m_failure; ++i)
        step();
    if (!m_failure)
        quieten();
    if (!m_failure)
        checkEnd();
    return m_failure;
}

void Simulation::step()
{
    m_now += std::chrono::seconds(below(60));
    if (chance(50))
        tryPass(oneOf(m_known)->first);
    else
        happen();
    check("step");
}

/// Something happens while a pass is under way.
void Simulation::disturb()
{
    if (m_isQuiet || m_depth > 0 || m_isKilled || !chance(40))
        return;
    ++m_depth;
    happen();
    check("meanwhile");
    --m_depth;
}

void Simulation::happen()
{
    switch (below(12)) {
    case 0: changeSelection(); break;
    case 1: changeReadiness(); break;
    case 2:
        if (chance(30))
            changeEmployers();
        break;
    case 3: drift(); break;
    case 4:
        m_isProviderAway = chance(20);
        note(m_isProviderAway ? "provider away" : "provider back");
        break;
    case 5:
    case 6:
    case 7: tick(oneOf(m_disk.employees)->first); break;
    default: command(); break;
    }
}

void Simulation::mayBeKilled()
{
    if (m_isQuiet || !m_isInPass || m_isKilled || !chance(1))
        return;
    note("killed");
    ++m_kills;
    m_isKilled = true;
}

void Simulation::tryPass(const std::string &employer)
{
    m_isInPass = true;
    try {
        pass(employer);
    } catch (const Killed &) {
        note("restart");
    }
    m_isInPass = m_isKilled = false;
}

void Simulation::pass(const std::string &employer)
{
    const auto web = m_webs.find(employer);
    const bool isGoing = web == m_webs.end();
    const auto object = isGoing ? nullptr : std::make_shared<const Web>(web->second);
    const Attempt attempt{employer, "demo", 1, 0, {}};
    note("pass " + employer + (isGoing ? ", going" : ""));
    const PassResult result
        = runPass(*m_adapter, m_store, m_options, {employer, attempt, object, isGoing});
    note("pass " + employer + " ended: " + result.outcome.text());
    if (result.isClean && !m_provider.servers[employer].empty())
        fail(employer + " is clean, but servers are left");
    if (result.isClean && !m_provider.addresses[employer].empty())
        fail(employer + " is clean, but its address is left");
}

// Operations

void Simulation::command()
{
    const EmployeeKey key = oneOf(m_disk.employees)->first;
    Facts facts = factsOf(key);
    const auto &operations = m_disk.employees[key].lifecycle.operations;
    facts.command = operations.empty() || chance(40) ? anyCommand()
                                                     : nextFor(operations[below(operations.size())]);
    note("command " + std::to_string(int(facts.command->kind)) + ' ' + facts.command->id + " on "
         + key.text());
    const bool isStart = facts.command->kind == Command::Kind::Start;
    const bool wasAtWork = isOperatedOn(m_disk.employees[key].lifecycle);
    act(key, std::move(facts));
    m_started += isStart && !wasAtWork && isOperatedOn(m_disk.employees[key].lifecycle);
}

/// What its operator would do.
Command Simulation::nextFor(const Operation &operation)
{
    Command command{Command::Kind::Finish, operation.id, operation.type, "ann"};
    if (operation.phase == Phase::Drained)
        command.kind = Command::Kind::Start;
    else if (operation.phase != Phase::Operating)
        command.kind = Command::Kind::Begin;
    return command;
}

/// Anything, sensible or not.
Command Simulation::anyCommand()
{
    static const std::array<const char *, 3> types{"restart", "upgrade", "patch"};
    Command command;
    command.by = "ann";
    const std::size_t number = below(4);
    command.id = "op" + std::to_string(number);
    command.type = types[number % types.size()];
    static const std::array<Command::Kind, 12> kinds{
        Command::Kind::Begin,  Command::Kind::Begin,  Command::Kind::Begin, Command::Kind::Start,
        Command::Kind::Start,  Command::Kind::Start,  Command::Kind::Start, Command::Kind::Finish,
        Command::Kind::Finish, Command::Kind::Finish, Command::Kind::Undo,  Command::Kind::Force};
    command.kind = kinds[below(kinds.size())];
    if (chance(2))
        command.kind = Command::Kind::Delete;
    else if (chance(3))
        command.id = DeletionId;
    return command;
}

void Simulation::tick(const EmployeeKey &key)
{
    act(key, factsOf(key));
}

void Simulation::act(const EmployeeKey &key, Facts facts)
{
    Step step = settle(m_disk.employees[key].lifecycle, facts, {m_options.sharedTypes, m_options.drainDeadline});
    m_disk.employees[key].lifecycle = std::move(step.state);
    for (const Action &action : step.actions) {
        if (action.kind == Action::Kind::DeleteEmployee)
            remove(key);
    }
}

void Simulation::remove(const EmployeeKey &key)
{
    Disk::Employee &employee = m_disk.employees[key];
    if (!employee.exists || m_disk.employees.size() == 1)
        return;
    note("deleted " + key.text());
    ++m_deletions;
    employee.exists = false;
    for (auto &[employer, web] : m_webs) {
        if (carriesTraffic(employer, nameOf(key)))
            fail(key.text() + " was deleted while it carried traffic");
        web.servers.erase(nameOf(key));
    }
}

Facts Simulation::factsOf(const EmployeeKey &key)
{
    const Disk::Employee &employee = m_disk.employees[key];
    Facts facts;
    facts.now = m_now;
    facts.exists = employee.exists;
    facts.marks = m_disk.marksOn(key);
    facts.missing = m_disk.missingFor(key);
    if (!employee.ready)
        facts.missing.push_back({"readiness", {}});
    bool isPermitted = mayBegin(key);
    for (const Operation &operation : employee.lifecycle.operations) {
        // One permission at a time: the next is judged with this one written down.
        facts.preChecks[operation.id].passed = std::exchange(isPermitted, false);
        facts.postChecks[operation.id].passed = m_isQuiet || chance(60);
    }
    return facts;
}

bool Simulation::mayBegin(const EmployeeKey &key) const
{
    std::vector<RuledEmployee> all;
    std::optional<RuledEmployee> who;
    for (const auto &[other, employee] : m_disk.employees) {
        if (!employee.exists)
            continue;
        all.push_back({other, employee.ready && m_disk.missingFor(other).empty()
                                  && !takesOutOfService(employee.lifecycle),
                       {}});
        if (other == key)
            who = all.back();
    }
    return who && judge(m_options.preCheck, *who, all, std::nullopt).passed();
}

// The world

void Simulation::changeSelection()
{
    if (m_webs.empty())
        return;
    auto &servers = oneOf(m_webs)->second.servers;
    const auto &[key, employee] = *oneOf(m_disk.employees);
    if (servers.erase(nameOf(key)) == 0 && employee.exists)
        servers[nameOf(key)] = employee.ready;
    note("selection of " + key.text());
}

void Simulation::changeReadiness()
{
    auto &[key, employee] = *oneOf(m_disk.employees);
    employee.ready = chance(70);
    for (auto &[employer, web] : m_webs) {
        if (web.servers.contains(nameOf(key)))
            web.servers[nameOf(key)] = employee.ready;
    }
    note(key.text() + (employee.ready ? " ready" : " not ready"));
}

void Simulation::changeEmployers()
{
    const std::string employer = oneOf(m_known)->first;
    note("employer " + employer);
    if (m_webs.erase(employer) > 0)
        return;
    m_webs[employer] = {};
    for (const auto &[key, employee] : m_disk.employees) {
        if (employee.exists)
            m_webs[employer].servers[nameOf(key)] = employee.ready;
    }
}

/// Somebody else changes the provider, but never lets traffic through.
void Simulation::drift()
{
    auto &servers = m_provider.servers[oneOf(m_known)->first];
    if (servers.empty())
        return;
    const auto server = oneOf(servers);
    note("drift of " + server->first);
    switch (below(3)) {
    case 0: servers.erase(server); break;
    case 1: server->second.on = false; break;
    default: server->second.weight = 7; break;
    }
}

// What must be true

bool Simulation::carriesTraffic(const std::string &employer, const std::string &name) const
{
    const auto servers = m_provider.servers.find(employer);
    if (servers == m_provider.servers.end())
        return false;
    const auto server = servers->second.find(name + ":80");
    return server != servers->second.end() && server->second.on;
}

void Simulation::check(const char *when)
{
    for (const auto &[key, employee] : m_disk.employees) {
        const auto &operations = employee.lifecycle.operations;
        const bool isForced = std::any_of(operations.begin(), operations.end(),
                                          [](const auto &one) { return one.isForced; });
        const auto holders = m_disk.marksOn(key);
        for (const auto &[employer, was] : m_known) {
            if (!carriesTraffic(employer, nameOf(key)))
                continue;
            const bool isMarked = std::any_of(holders.begin(), holders.end(), [&](const auto &one) {
                return one.name == employer;
            });
            if (!isMarked)
                fail(std::string(when) + ": no mark tells of the traffic to " + key.text());
            if (isOperatedOn(employee.lifecycle) && !isForced)
                fail(std::string(when) + ": traffic to " + key.text() + ", which is operated on");
        }
    }
}

void Simulation::fail(const std::string &what)
{
    note("FAILED: " + what);
    if (!m_failure)
        m_failure = what;
}

void Simulation::note(const std::string &what)
{
    if (m_isTracing == Trace::On)
        m_trace.push_back(what);
}

/// Everybody lets go, the provider is back, and what has to come comes.
void Simulation::quieten()
{
    note("quiet");
    m_isQuiet = true;
    m_isProviderAway = false;
    for (auto &[key, employee] : m_disk.employees) {
        employee.ready = true;
        for (auto &[employer, web] : m_webs) {
            if (web.servers.contains(nameOf(key)))
                web.servers[nameOf(key)] = true;
        }
    }
    const auto isIdle = [this] {
        return std::all_of(m_disk.employees.begin(), m_disk.employees.end(),
                           [](const auto &one) { return one.second.lifecycle.operations.empty(); });
    };
    // Of each employee four operations may be left, one after the other.
    constexpr int MostRounds = 150;
    for (int round = 0, idle = 0; round < MostRounds && idle < 3 && !m_failure; ++round) {
        idle = isIdle() ? idle + 1 : 0;
        for (const auto &[employer, was] : m_known)
            tryPass(employer);
        for (auto &[key, employee] : m_disk.employees) {
            const auto operations = employee.lifecycle.operations;
            for (const Operation &operation : operations) {
                Facts facts = factsOf(key);
                const auto kind = operation.phase == Phase::Drained ? Command::Kind::Start
                                                                    : Command::Kind::Finish;
                facts.command = Command{kind, operation.id, {}, {}};
                act(key, std::move(facts));
            }
            tick(key);
            check("quiet");
        }
    }
}

void Simulation::checkEnd()
{
    for (const auto &[key, employee] : m_disk.employees) {
        for (const Operation &left : employee.lifecycle.operations)
            fail(key.text() + " is not idle: " + left.id + " is " + std::string(name(left.phase)));
    }
    for (const auto &[employer, was] : m_known)
        checkEmployer(employer);
}

void Simulation::checkEmployer(const std::string &employer)
{
    const auto web = m_webs.find(employer);
    const auto &servers = m_provider.servers[employer];
    if (web == m_webs.end()) {
        if (!servers.empty() || !m_provider.addresses[employer].empty())
            fail(employer + " is gone, but not what it owned");
        if (m_disk.employers.contains(employer))
            fail("something is left on disk of " + employer);
        return;
    }
    const EmployerBook &book = m_disk.employers[employer];
    const std::size_t wanted = web->second.servers.size();
    if (servers.size() != wanted || book.marks.size() != wanted || book.expectedBy.size() != wanted)
        fail(employer + " has too much or too little");
    for (const auto &[server, ready] : web->second.servers) {
        const auto mark = book.marks.find(keyOf(server));
        if (!carriesTraffic(employer, server))
            fail(server + " did not come back to " + employer);
        if (mark == book.marks.end() || mark->second.state != Mark::State::Put)
            fail(server + " has no mark of " + employer);
    }
}

} // namespace qontroller::consist::test
