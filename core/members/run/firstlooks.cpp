// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/run/firstlooks.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace qontroller::consist {

void FirstLooks::noteListed(const std::string &controller, std::set<ObjectId> employers)
{
    MutexLock lock(m_mutex);
    Known &known = m_known[controller];
    known.hasListed = true;
    known.employers.merge(employers);
}

void FirstLooks::noteThere(const EmployerName &employer)
{
    MutexLock lock(m_mutex);
    m_known[employer.controller].employers.insert(employer.employer);
}

bool FirstLooks::noteLookedAt(const EmployerName &employer)
{
    MutexLock lock(m_mutex);
    return m_known[employer.controller].lookedAt.insert(employer.employer).second;
}

void FirstLooks::noteSpokenOf(const std::string &controller, const EmployeeKey &key,
                              const std::set<ObjectId> &owners)
{
    MutexLock lock(m_mutex);
    Known &known = m_known[controller];
    std::vector<ObjectId> unseen;
    std::ranges::set_difference(owners, known.lookedAt, std::back_inserter(unseen));
    known.owners.insert_or_assign(key, std::move(unseen));
}

FirstLooks::Missing FirstLooks::missingFor(const EmployeeKey &key, std::vector<std::string> showing,
                                           const std::set<EmployerName> &known) const
{
    std::set<EmployerName> employers;
    MutexLock lock(m_mutex);
    for (const EmployerName &name : known) {
        const auto of = m_known.find(name.controller);
        if (of == m_known.end() || of->second.lacks(name.employer))
            employers.insert(name);
    }
    for (const auto &[controller, one] : m_known) {
        const auto owners = one.owners.find(key);
        if (owners == one.owners.end())
            continue;
        std::erase(showing, controller);
        for (const ObjectId &owner : owners->second) {
            if (one.lacks(owner))
                employers.insert({controller, owner});
        }
    }
    return {{employers.begin(), employers.end()}, std::move(showing)};
}

void FirstLooks::forget(const std::string &controller)
{
    MutexLock lock(m_mutex);
    m_known.erase(controller);
}

} // namespace qontroller::consist
