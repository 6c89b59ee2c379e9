// SPDX-License-Identifier: LGPL-3.0-or-later
#include "simulation.h"

#include "core/members/consist/judging.h"

#include <algorithm>
#include <array>

namespace qontroller::consist::test {

void Simulation::command()
{
    const EmployeeKey key = oneOf(m_disk.employees)->first;
    Facts facts = factsOf(key);
    const auto &operations = m_disk.employees[key].lifecycle.operations;
    facts.command = operations.empty() || chance(40)
                        ? anyCommand()
                        : nextFor(operations[below(operations.size())]);
    note("command " + std::to_string(int(facts.command->kind)) + ' ' + facts.command->id + " on "
         + key.text());
    const Command command = *facts.command;
    act(key, std::move(facts));
    noteOperator(key, command);
}

/// An operator is at work from the start that was granted until it says that it has finished,
/// whatever the lifecycle believes meanwhile; or until an operator's word that it is gone.
void Simulation::noteOperator(const EmployeeKey &key, const Command &command)
{
    if (command.id == DeletionId)
        return;
    const auto &operations = m_disk.employees[key].lifecycle.operations;
    const auto found = std::find_if(operations.begin(), operations.end(),
                                    [&](const auto &one) { return one.id == command.id; });
    const bool isOperating = found != operations.end() && found->phase == Phase::Operating;
    const bool isUndoing = found != operations.end() && found->phase == Phase::Undoing;
    const std::pair worker{key, command.id};
    if (command.kind == Command::Kind::Start && isOperating)
        m_started += m_atWork.insert(worker).second;
    else if (command.kind == Command::Kind::Finish
             || (command.kind == Command::Kind::Force && !isOperating && !isUndoing))
        m_atWork.erase(worker);
}

/// What its operator would do.
Command Simulation::nextFor(const Operation &operation)
{
    Command command{Command::Kind::Finish, operation.id, operation.type, "ann"};
    if (operation.phase == Phase::Drained)
        command.kind = Command::Kind::Start;
    else if (operation.phase != Phase::Operating && operation.phase != Phase::Undoing)
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
    static const std::array<Command::Kind, 12> kinds{Command::Kind::Begin,  Command::Kind::Begin,
                                                     Command::Kind::Begin,  Command::Kind::Start,
                                                     Command::Kind::Start,  Command::Kind::Start,
                                                     Command::Kind::Start,  Command::Kind::Finish,
                                                     Command::Kind::Finish, Command::Kind::Finish,
                                                     Command::Kind::Undo,   Command::Kind::Force};
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
    std::set<std::string> finished;
    for (const Operation &operation : m_disk.employees[key].lifecycle.operations) {
        const bool isUndone = operation.isUndone
                              || (facts.command && facts.command->kind != Command::Kind::Finish
                                  && facts.command->id == operation.id);
        if (operation.phase > Phase::Permitted && !isUndone)
            finished.insert(operation.id);
    }
    Step step = settle(m_disk.employees[key].lifecycle, facts,
                       {m_options.sharedTypes, m_options.drainDeadline});
    m_disk.employees[key].lifecycle = std::move(step.state);
    for (const Action &action : step.actions) {
        if (action.kind == Action::Kind::DeleteEmployee)
            remove(key);
        if (action.kind == Action::Kind::Ended && facts.exists && !facts.missing.empty()
            && finished.contains(action.id))
            fail(action.id + " on " + key.text() + " has ended, and not all is back");
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
    employee.wasForced = isForced(employee.lifecycle);
    for (auto &[employer, web] : m_webs) {
        if (!isForced(employee.lifecycle) && carriesTraffic(employer, nameOf(key)))
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
    Staff staff;
    std::optional<RuledEmployee> who;
    for (const auto &[other, employee] : m_disk.employees) {
        if (!employee.exists)
            continue;
        const bool isAvailable = employee.ready && m_disk.missingFor(other).empty()
                                 && !takesOutOfService(employee.lifecycle);
        ++staff.total;
        staff.available += isAvailable;
        if (other == key)
            who = {isAvailable, {}};
    }
    return who && judge(m_options.preCheck, *who, staff, std::nullopt).passed();
}

} // namespace qontroller::consist::test
