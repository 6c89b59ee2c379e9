// SPDX-License-Identifier: LGPL-3.0-or-later
#include "simulation.h"

#include <algorithm>

namespace qontroller::consist::test {

bool Simulation::carriesTraffic(const std::string &employer, const std::string &name) const
{
    const auto servers = m_provider.servers.find(employer);
    if (servers == m_provider.servers.end())
        return false;
    return std::any_of(servers->second.begin(), servers->second.end(), [&](const auto &one) {
        return one.second.on && one.first.starts_with(name + ':');
    });
}

bool Simulation::isForced(const Lifecycle &lifecycle)
{
    return std::any_of(lifecycle.operations.begin(), lifecycle.operations.end(),
                       [](const auto &one) { return one.isForced; });
}

void Simulation::check(const char *when)
{
    for (const auto &entry : m_disk.employees) {
        for (const auto &known : m_known) {
            if (carriesTraffic(known.first, nameOf(entry.first)))
                checkTraffic(when, known.first, entry.first);
        }
    }
}

/// Traffic flows through \a employer to \a key.
void Simulation::checkTraffic(const char *when, const std::string &employer, const EmployeeKey &key)
{
    const auto holders = m_disk.marksOn(key);
    const bool isMarked = std::any_of(holders.begin(), holders.end(),
                                      [&](const auto &one) { return one.name == employer; });
    if (!isMarked)
        fail(std::string(when) + ": no mark tells of the traffic to " + key.text());
    const Lifecycle &lifecycle = m_disk.employees[key].lifecycle;
    if (!m_disk.employees[key].exists && !m_disk.employees[key].wasForced)
        fail(std::string(when) + ": traffic to " + key.text() + ", which was deleted");
    const bool isAtWork = std::any_of(m_atWork.begin(), m_atWork.end(),
                                      [&](const auto &one) { return one.first == key; });
    if ((isAtWork || isOperatedOn(lifecycle)) && !isForced(lifecycle))
        fail(std::string(when) + ": traffic to " + key.text() + ", which is operated on");
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
                const Command command{kind, operation.id, {}, {}};
                facts.command = command;
                act(key, std::move(facts));
                noteOperator(key, command);
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
