// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/controllerparts.h"
#include "core/sdk/cache/sharedcache.h"
#include "core/sdk/kit/predicates.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace qontroller {

/// How the objects of another source lead to those of a controller.
template<class T>
struct Mapping
{
    /// Required.
    std::shared_ptr<SharedCache<T>> cache;
    /// Which objects of the controller depend on this one. Required; pure; may throw, which is
    /// told and leads to none.
    std::function<std::vector<ObjectId>(const ObjectId &, const T &)> targets;
    /// Which changes matter. Empty: all.
    Predicate<T> when = {};
    /// Called when changes were missed: what was led to by objects that are gone, or by what they
    /// were, is not known then. For Unchanged::forgetAll(). Thread-safe; may be empty.
    std::function<void()> missed = {};
};

namespace detail {

/// A Mapping without its type.
struct ErasedMapping
{
    std::shared_ptr<const Subscriber> cache;
    std::function<std::vector<ObjectId>(const ObjectId &, const Cached<void> &)> targets;
    std::function<bool(const CacheChange<void> &)> when; ///< empty: all
    std::function<void()> missed;
};

[[nodiscard]] RelatedSource makeMappedSource(ErasedMapping mapping);
[[nodiscard]] std::shared_ptr<ListerWatcher> makeFilteredSource(
    std::shared_ptr<Subscriber> cache, std::function<bool(const CacheChange<void> &)> when);

template<class T>
[[nodiscard]] std::function<bool(const CacheChange<void> &)> withoutType(Predicate<T> when)
{
    if (!when)
        return {};
    return [when = std::move(when)](const CacheChange<void> &change) {
        return when(withType<T>(change));
    };
}

} // namespace detail

/// Makes a source for ControllerParts::related from \a mapping.
///
/// A change queues what the object leads to as it is, and what it led to as it was: an object
/// that moves from one target to another is news for both, and one that is gone for its last. A
/// list queues what the objects lead to now.
template<class T>
[[nodiscard]] RelatedSource makeMappedSource(Mapping<T> mapping)
{
    auto targets = [targets = std::move(mapping.targets)](const ObjectId &id,
                                                          const Cached<void> &cached) {
        return targets(id, *withType<T>(cached).object);
    };
    return detail::makeMappedSource({std::move(mapping.cache), std::move(targets),
                                     detail::withoutType<T>(std::move(mapping.when)),
                                     std::move(mapping.missed)});
}

/// \a cache as the source of a controller that only some changes matter to. Lists give all.
template<class T>
[[nodiscard]] std::shared_ptr<ListerWatcher> makeFilteredSource(
    std::shared_ptr<SharedCache<T>> cache, Predicate<T> when)
{
    return detail::makeFilteredSource(std::move(cache), detail::withoutType<T>(std::move(when)));
}

} // namespace qontroller
