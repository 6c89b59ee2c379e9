// SPDX-License-Identifier: LGPL-3.0-or-later
#include "simulation.h"

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
        const Web &web = *employer.objectAs<Web>();
        for (const auto &[name, ready] : web.servers)
            servers.push_back({web.idOf(name), name, ready ? 100 : 0, ready});
        return servers;
    }
};

std::shared_ptr<AnyConsistAdapter> adapterOf(std::size_t kind, Provider &provider)
{
    switch (kind) {
    case 0: return eraseAdapter(std::make_shared<DemoAdapter>(provider));
    case 1: return eraseAdapter(std::make_shared<LeavingOutAdapter>(provider));
    default: return eraseAdapter(std::make_shared<CarelessAdapter>(provider));
    }
}

constexpr int Steps = 120;

} // namespace

Simulation::Simulation(std::uint64_t seed, Trace trace)
    : m_random(seed)
    , m_isTracing(trace)
{
    m_options.preCheck.maxUnavailable = EmployeeShare{1 + static_cast<unsigned>(below(2))};
    m_options.sharedTypes = {"patch"};
    m_options.massRemovalGuard = false; // selections come and go here
    if (chance(30))
        m_options.batching = ConsistOptions::Batching::Whole;
    m_adapter = adapterOf(below(3), m_provider);
    m_provider.knowsNames = chance(50);
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
        return m_isQuiet || chance(85) ? Luck::Good : Luck(1 + below(5));
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
    case 3:
        if (chance(70))
            drift();
        else
            changeAddress();
        break;
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
    const PassResult result = runPass(*m_adapter, m_store, m_options,
                                      {employer, attempt, object, isGoing});
    note("pass " + employer + " ended: " + result.outcome.text());
    if (result.isClean && !m_provider.servers[employer].empty())
        fail(employer + " is clean, but servers are left");
    if (result.isClean && !m_provider.addresses[employer].empty())
        fail(employer + " is clean, but its address is left");
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

/// Its items are called otherwise from now on: the old one has to go, and a new one to come.
void Simulation::changeAddress()
{
    const std::string name = nameOf(oneOf(m_disk.employees)->first);
    const int port = 80 + static_cast<int>(below(3));
    note("address of " + name);
    for (auto &[employer, web] : m_webs)
        web.ports[name] = port;
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

} // namespace qontroller::consist::test
