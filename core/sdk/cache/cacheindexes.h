// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"
#include "core/sdk/cache/cachefunctions.h"

#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace qontroller {

/// The ids of a cache by the keys that an author's functions give for its objects.
///
/// It is not older than what the cache tells its subscribers: an index is brought up to date
/// before a change is told. Thread-safe; the author's functions are called under no lock.
class CacheIndexes
{
public:
    /// The keys of one object, a list for each index.
    using Keys = std::vector<std::vector<std::string>>;

    /// \a indexes outlives it.
    explicit CacheIndexes(const std::vector<CacheFunctions::Index> &indexes);

    [[nodiscard]] bool isEmpty() const { return m_indexes.empty(); }
    /// Foreign code: throws what the author's functions throw. Null has no keys.
    [[nodiscard]] Keys keysOf(const ObjectId &id, const CacheFunctions::Object &object) const;

    /// \a id had the keys \a before and has \a after.
    void move(const ObjectId &id, const Keys &before, const Keys &after);

    /// Sorted. Empty if there is no such index, too.
    [[nodiscard]] std::vector<ObjectId> find(std::string_view index, const std::string &key) const;

private:
    using Places = std::unordered_map<std::string, std::set<ObjectId>>;

    const std::vector<CacheFunctions::Index> &m_indexes;
    mutable Mutex m_mutex;
    std::vector<Places> m_places QONTROLLER_GUARDED_BY(m_mutex); // one for each index
};

} // namespace qontroller
