// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/run/sightings.h"

#include <algorithm>
#include <iterator>

namespace qontroller::consist {

namespace {

bool isIn(const std::map<Sightings::Source, std::set<EmployeeKey>> &keys, const EmployeeKey &key)
{
    return std::ranges::any_of(keys, [&](const auto &one) { return one.second.contains(key); });
}

} // namespace

void Sightings::see(const Source &source, const EmployeeKey &key)
{
    MutexLock lock(m_mutex);
    m_seen[source].insert(key);
    m_doubted[source].erase(key);
}

bool Sightings::lose(const Source &source, const EmployeeKey &key)
{
    MutexLock lock(m_mutex);
    m_seen[source].erase(key);
    m_doubted[source].erase(key);
    return isIn(m_seen, key);
}

void Sightings::doubt(const Source &source, const EmployeeKey &key)
{
    MutexLock lock(m_mutex);
    m_seen[source].erase(key);
    m_doubted[source].insert(key);
}

Sightings::Word Sightings::wordOf(const std::string &controller, const EmployeeKey &key) const
{
    MutexLock lock(m_mutex);
    const bool isShown = std::ranges::any_of(m_seen, [&](const auto &one) {
        return one.first.first == controller && one.second.contains(key);
    });
    if (isShown)
        return Word::Shows;
    return hasListedLocked(controller) ? Word::Lacks : Word::None;
}

MemberWatch::Sighting Sightings::of(const EmployeeKey &key,
                                    const std::vector<Source> &sources) const
{
    using Sighting = MemberWatch::Sighting;
    MutexLock lock(m_mutex);
    if (isIn(m_seen, key))
        return Sighting::Shown;
    if (isIn(m_doubted, key))
        return Sighting::Doubted;
    const auto hasListed = [this](const Source &each)
                               QONTROLLER_REQUIRES(m_mutex) { return m_listed.contains(each); };
    const bool haveAllListed = std::ranges::all_of(sources, hasListed);
    return haveAllListed ? Sighting::None : Sighting::Unheard;
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
    return hasListedLocked(controller);
}

bool Sightings::hasListedLocked(const std::string &controller) const
{
    return std::ranges::any_of(m_listed,
                               [&](const auto &source) { return source.first == controller; });
}

void Sightings::forget(const std::string &controller)
{
    MutexLock lock(m_mutex);
    for (BySource *keys : {&m_seen, &m_doubted})
        std::erase_if(*keys, [&](const auto &one) { return one.first.first == controller; });
    std::erase_if(m_listed, [&](const auto &source) { return source.first == controller; });
}

} // namespace qontroller::consist
