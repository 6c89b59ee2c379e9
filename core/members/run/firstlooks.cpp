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

FirstLooks::Missing FirstLooks::missingFor(const EmployeeKey &key,
                                           std::vector<std::string> showing) const
{
    Missing missing{{}, std::move(showing)};
    MutexLock lock(m_mutex);
    for (const auto &[controller, known] : m_known) {
        const auto owners = known.owners.find(key);
        if (owners == known.owners.end())
            continue;
        std::erase(missing.controllers, controller);
        for (const ObjectId &owner : owners->second) {
            const bool mayBe = !known.hasListed || known.employers.contains(owner);
            if (mayBe && !known.lookedAt.contains(owner))
                missing.employers.push_back({controller, owner});
        }
    }
    return missing;
}

void FirstLooks::forget(const std::string &controller)
{
    MutexLock lock(m_mutex);
    m_known.erase(controller);
}

} // namespace qontroller::consist
