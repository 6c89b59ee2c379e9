// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/sdk/cache/cacheindexes.h"

namespace qontroller {

CacheIndexes::CacheIndexes(const std::vector<CacheFunctions::Index> &indexes)
    : m_indexes(indexes)
    , m_places(indexes.size())
{}

CacheIndexes::Keys CacheIndexes::keysOf(const ObjectId &id,
                                        const CacheFunctions::Object &object) const
{
    Keys keys(m_indexes.size());
    for (std::size_t i = 0; object && i < m_indexes.size(); ++i)
        keys[i] = m_indexes[i].keys(id, object);
    return keys;
}

void CacheIndexes::move(const ObjectId &id, const Keys &before, const Keys &after)
{
    MutexLock lock(m_mutex);
    for (std::size_t i = 0; i < before.size(); ++i) {
        for (const std::string &key : before[i]) {
            const auto place = m_places[i].find(key);
            if (place == m_places[i].end())
                continue;
            place->second.erase(id);
            if (place->second.empty())
                m_places[i].erase(place);
        }
    }
    for (std::size_t i = 0; i < after.size(); ++i) {
        for (const std::string &key : after[i])
            m_places[i][key].insert(id);
    }
}

std::vector<ObjectId> CacheIndexes::find(std::string_view index, const std::string &key) const
{
    MutexLock lock(m_mutex);
    for (std::size_t i = 0; i < m_indexes.size(); ++i) {
        if (m_indexes[i].name != index)
            continue;
        const auto place = m_places[i].find(key);
        if (place != m_places[i].end())
            return {place->second.begin(), place->second.end()};
    }
    return {};
}

} // namespace qontroller
