// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/run/members.h"

#include <algorithm>
#include <utility>

namespace qontroller::consist {

bool Members::join(const std::string &controller, std::shared_ptr<const ConsistOptions> options,
                   std::shared_ptr<Nudges> nudges)
{
    MutexLock lock(m_mutex);
    return m_members.emplace(controller, Member{std::move(options), std::move(nudges)}).second;
}

void Members::leave(const std::string &controller)
{
    MutexLock lock(m_mutex);
    m_members.erase(controller);
}

Members::Options Members::optionsOf(const std::set<std::string> &controllers) const
{
    Options options;
    MutexLock lock(m_mutex);
    for (const std::string &name : controllers) {
        const auto member = m_members.find(name);
        if (member != m_members.end())
            options.emplace(name, member->second.options);
    }
    return options;
}

Members::Options Members::concernedBy(const EmployeeKey &employee,
                                      const std::set<std::string> &controllers) const
{
    if (!controllers.empty())
        return optionsOf(controllers);
    Options options;
    MutexLock lock(m_mutex);
    for (const auto &[name, member] : m_members) {
        if (member.options->employeeKind == employee.kind())
            options.emplace(name, member.options);
    }
    return options;
}

std::set<std::string> Members::tellersOf(const EmployeeKey &employee,
                                         const Options &controllers) const
{
    std::set<std::string> tellers;
    MutexLock lock(m_mutex);
    for (const auto &[name, member] : m_members) {
        const bool isMeant = member.options->employeeKind == employee.kind()
                             || controllers.contains(name);
        if (isMeant && !member.options->employees.empty())
            tellers.insert(name);
    }
    return tellers;
}

bool Members::isAlone(const std::string &controller) const
{
    MutexLock lock(m_mutex);
    const auto member = m_members.find(controller);
    return member != m_members.end() && std::ranges::none_of(m_members, [&](const auto &other) {
               return other.first != controller
                      && other.second.options->employeeKind == member->second.options->employeeKind;
           });
}

std::shared_ptr<const ConsistOptions> Members::optionsOf(const std::string &controller) const
{
    MutexLock lock(m_mutex);
    const auto member = m_members.find(controller);
    return member == m_members.end() ? nullptr : member->second.options;
}

void Members::nudge(const std::set<EmployerName> &employers)
{
    MutexLock lock(m_mutex);
    for (const EmployerName &name : employers) {
        const auto member = m_members.find(name.controller);
        if (member != m_members.end())
            member->second.nudges->nudge(name.employer);
    }
}

} // namespace qontroller::consist
