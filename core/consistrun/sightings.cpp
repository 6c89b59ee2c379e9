// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/consistrun/sightings.h"

#include <algorithm>
#include <iterator>

namespace qontroller::consist {

void Sightings::see(const Source &source, const EmployeeKey &key)
{
    MutexLock lock(m_mutex);
    m_seen[source].insert(key);
}

bool Sightings::lose(const Source &source, const EmployeeKey &key)
{
    MutexLock lock(m_mutex);
    m_seen[source].erase(key);
    return isSeenLocked(key);
}

bool Sightings::isSeen(const EmployeeKey &key) const
{
    MutexLock lock(m_mutex);
    return isSeenLocked(key);
}

bool Sightings::isSeenLocked(const EmployeeKey &key) const
{
    return std::ranges::any_of(m_seen, [&](const auto &one) { return one.second.contains(key); });
}

std::set<EmployeeKey> Sightings::missingIn(const std::set<EmployeeKey> &listed,
                                           const Source &source) const
{
    std::set<EmployeeKey> missing;
    MutexLock lock(m_mutex);
    if (const auto found = m_seen.find(source); found != m_seen.end())
        std::set_difference(found->second.begin(), found->second.end(), listed.begin(),
                            listed.end(), std::inserter(missing, missing.end()));
    return missing;
}

void Sightings::noteListed(const Source &source)
{
    MutexLock lock(m_mutex);
    m_listed.insert(source);
}

bool Sightings::hasListed(const std::string &controller) const
{
    MutexLock lock(m_mutex);
    return std::ranges::any_of(m_listed,
                               [&](const auto &source) { return source.first == controller; });
}

void Sightings::forget(const std::string &controller)
{
    MutexLock lock(m_mutex);
    std::erase_if(m_seen, [&](const auto &one) { return one.first.first == controller; });
    std::erase_if(m_listed, [&](const auto &source) { return source.first == controller; });
}

} // namespace qontroller::consist
