// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/text/duration.h"
#include "core/engine/api/listerwatcher.h"
#include "core/engine/api/storage.h"
#include "core/sdk/cache/cachefunctions.h"

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace qontroller {

class Clock;

/// How one cache runs. Plain values.
struct CacheOptions
{
    /// A full list follows the last after this. At least 10 ms.
    Duration resyncInterval = std::chrono::seconds(30);

    /// Threads that ask the storage. 1 to 64.
    int loaders = 2;

    /// Changes that are kept for subscribers. One that falls further behind is told that it
    /// missed some, and lists. Each may keep an object alive that is gone. 16 or more.
    std::size_t changes = 4096;

    /// Objects are hashed when they come in, and again after each list and when they go: one
    /// that is not the same any more was changed by its users, and its id is said. Needs a
    /// hash. Costs a pass over all objects for each list, so it is on in debug builds alone.
#ifdef NDEBUG
    bool findsMutations = false;
#else
    bool findsMutations = true;
#endif

    /// Null: the machine's. Shared, because a thread in a call that hangs outlives the cache.
    std::shared_ptr<Clock> clock = nullptr;
};

/// A way to find objects of type T: by the keys that \a keys gives for each of them.
template<class T>
struct CacheIndex
{
    std::string name;
    std::function<std::vector<std::string>(const ObjectId &, const T &)> keys;
};

/// What a cache of objects of type T is made of. Its functions are pure: they are called from
/// several threads, and again for an object that has not changed.
template<class T>
struct CacheParts
{
    /// Required.
    std::shared_ptr<ListerWatcher> listerWatcher;
    /// Required. Called from as many threads as there are loaders, for one id from one at a time.
    std::shared_ptr<Storage<T>> storage;

    /// The version of an object, where it says so itself. The same number as the source gives, if
    /// it gives any. Without it the source's number counts, and if that is 0 the hash.
    std::function<Version(const T &)> version = {};

    /// Differs when the content differs. Without it, objects that are nothing but their bytes are
    /// hashed, and others have no hash.
    std::function<std::uint64_t(const T &)> hash = {};

    std::vector<CacheIndex<T>> indexes = {};
    CacheOptions options = {};
};

namespace detail {

/// Whether two equal objects have equal bytes, so that bytes may be hashed.
template<class T>
inline constexpr bool IsItsBytes =
    std::is_trivially_copyable_v<T> &&std::has_unique_object_representations_v<T>;

} // namespace detail

/// \a parts' functions with the type taken away.
template<class T>
[[nodiscard]] CacheFunctions erasedFunctions(const CacheParts<T> &parts)
{
    using Object = CacheFunctions::Object;
    const auto typed = [](const Object &object) -> const T & {
        return *static_cast<const T *>(object.get());
    };
    CacheFunctions functions;
    if (parts.version)
        functions.version = [typed, version = parts.version](const Object &object) {
            return version(typed(object));
        };
    if (parts.hash)
        functions.hash = [typed, hash = parts.hash](const Object &object) {
            return hash(typed(object));
        };
    else if constexpr (detail::IsItsBytes<T>)
        functions.hash = [](const Object &object) {
            return hashOfBytes({static_cast<const char *>(object.get()), sizeof(T)});
        };
    if constexpr (std::equality_comparable<T>)
        functions.equal = [typed](const Object &one, const Object &other) {
            return typed(one) == typed(other);
        };
    for (const CacheIndex<T> &index : parts.indexes)
        functions.indexes.push_back(
            {index.name, [typed, keys = index.keys](const ObjectId &id, const Object &object) {
                 return keys(id, typed(object));
             }});
    return functions;
}

} // namespace qontroller
