// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/storage.h"
#include "core/sdk/cache/cached.h"
#include "core/sdk/cache/subscriber.h"

#include <utility>
#include <vector>

namespace qontroller {

/// One subscriber of a cache of objects of type T that all of its subscribers share: see Caches.
///
/// It is a ListerWatcher and a Storage<T>, so it is what a controller is made of, and it may be
/// asked from any thread, at any time. A controller that depends on it waits for its first
/// complete list: see StartGate. Objects are shared and immutable. Thread-safe.
template<class T>
class SharedCache final : public Subscriber, public Storage<T>
{
public:
    using Subscriber::Subscriber;

    /// What the cache has of \a id, and that is not older than any change that it has told of.
    [[nodiscard]] Cached<T> find(const ObjectId &id) const { return withType<T>(cache().find(id)); }

    /// All that the cache has, in no order. What changes meanwhile is there or not.
    [[nodiscard]] std::vector<std::pair<ObjectId, Cached<T>>> all() const
    {
        std::vector<std::pair<ObjectId, Cached<T>>> objects;
        for (std::size_t part = 0; part < CacheTable::Parts; ++part) {
            for (CacheTable::Copy &copy : cache().copyOf(part))
                objects.emplace_back(std::move(copy.id), withType<T>(copy.cached));
        }
        return objects;
    }

    /// The objects of which \a index gives \a key, in the order of their ids.
    [[nodiscard]] std::vector<std::pair<ObjectId, Cached<T>>> by(std::string_view index,
                                                                 const std::string &key) const
    {
        std::vector<std::pair<ObjectId, Cached<T>>> objects;
        for (ObjectId &id : idsBy(index, key)) {
            if (Cached<T> cached = find(id))
                objects.emplace_back(std::move(id), std::move(cached));
        }
        return objects;
    }

    /// As Storage: from the cache, and from its storage for an id of which a list has said that
    /// it is missing, or that the cache may lack because its last list was not complete.
    Fetched<T> get(const Attempt &attempt) override
    {
        Cached<T> cached = find(attempt.id);
        if (attempt.isMissing || (!cached && !listError().empty())) {
            std::string error = load(attempt.id, attempt.stop);
            if (!error.empty())
                return Fetched<T>::failed(std::move(error));
            cached = find(attempt.id);
        }
        return cached ? Fetched<T>::found(std::move(cached.object)) : Fetched<T>::gone();
    }
};

} // namespace qontroller
