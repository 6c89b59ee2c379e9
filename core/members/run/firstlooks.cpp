// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/run/firstlooks.h"

namespace qontroller::consist {

void FirstLooks::noteSpokenOf(const std::string &controller, const EmployeeKey &key,
                              const std::set<ObjectId> &owners)
{
    MutexLock lock(m_mutex);
    m_spokenOf[controller].insert(key);
    std::set<EmployerName> &waiting = m_waiting[key];
    std::erase_if(waiting, [&](const auto &name) { return name.controller == controller; });
    for (const ObjectId &owner : owners) {
        const EmployerName name{controller, owner};
        if (!m_lookedAt.contains(name))
            waiting.insert(name);
    }
    if (waiting.empty())
        m_waiting.erase(key);
}

bool FirstLooks::isSpokenOf(const std::string &controller, const EmployeeKey &key) const
{
    MutexLock lock(m_mutex);
    const auto found = m_spokenOf.find(controller);
    return found != m_spokenOf.end() && found->second.contains(key);
}

bool FirstLooks::noteLookedAt(const EmployerName &employer)
{
    MutexLock lock(m_mutex);
    if (!m_lookedAt.insert(employer).second)
        return false;
    endWaits([&](const EmployerName &name) { return name == employer; });
    return true;
}

template<class IsOver>
void FirstLooks::endWaits(IsOver isOver)
{
    for (auto &[key, waiting] : m_waiting)
        std::erase_if(waiting, isOver);
    std::erase_if(m_waiting, [](const auto &one) { return one.second.empty(); });
}

std::vector<EmployerName> FirstLooks::missingFor(const EmployeeKey &key) const
{
    MutexLock lock(m_mutex);
    const auto found = m_waiting.find(key);
    if (found == m_waiting.end())
        return {};
    return {found->second.begin(), found->second.end()};
}

bool FirstLooks::isAnyMissing(const std::string &controller, const std::set<ObjectId> &owners) const
{
    MutexLock lock(m_mutex);
    // NOLINTNEXTLINE(readability-use-anyofallof): a lambda does not know that the lock is held
    for (const ObjectId &owner : owners) {
        if (!m_lookedAt.contains({controller, owner}))
            return true;
    }
    return false;
}

void FirstLooks::forget(const std::string &controller)
{
    const auto isOfIt = [&](const EmployerName &name) { return name.controller == controller; };
    MutexLock lock(m_mutex);
    std::erase_if(m_lookedAt, isOfIt);
    m_spokenOf.erase(controller);
    endWaits(isOfIt);
}

} // namespace qontroller::consist
