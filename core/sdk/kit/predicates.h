// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/sdk/cache/cached.h"

#include <cstdint>
#include <functional>
#include <utility>

/// Which changes of a source matter to a controller. An object that comes or goes always does;
/// of the others each predicate says. They are pure and may be called from any thread.
namespace qontroller {

template<class T>
using Predicate = std::function<bool(const CacheChange<T> &)>;

/// \a erased with its type, which was \a T.
template<class T>
[[nodiscard]] CacheChange<T> withType(const CacheChange<void> &erased)
{
    return {erased.id, withType<T>(erased.before), withType<T>(erased.after), erased.complaint};
}

/// … when \a differs says so of the object as it was and as it is.
template<class T, class Differs>
[[nodiscard]] Predicate<T> whenDiffers(Differs differs)
{
    return [differs = std::move(differs)](const CacheChange<T> &change) {
        return change.type() != EventType::Modified
               || differs(*change.before.object, *change.after.object);
    };
}

/// … when the version differs, or there is none.
template<class T>
[[nodiscard]] Predicate<T> whenVersionDiffers()
{
    return [](const CacheChange<T> &change) {
        return change.type() != EventType::Modified || change.after.version == 0
               || change.before.version != change.after.version;
    };
}

/// … when \a field differs: a member, or a function of the object, as its generation.
template<class T, class Field>
[[nodiscard]] Predicate<T> whenFieldDiffers(Field field)
{
    return whenDiffers<T>([field = std::move(field)](const T &before, const T &after) {
        return std::invoke(field, before) != std::invoke(field, after);
    });
}

/// … when its generation differs: the number that \a generationOf gives, and that counts what
/// was asked for. A change of what was reached is none.
template<class T, class Generation>
[[nodiscard]] Predicate<T> whenGenerationDiffers(Generation generationOf)
{
    return whenFieldDiffers<T>(std::move(generationOf));
}

/// … when any of \a predicates says so.
template<class T, class... Predicates>
[[nodiscard]] Predicate<T> anyOf(Predicates... predicates)
{
    return [=](const CacheChange<T> &change) { return (predicates(change) || ...); };
}

/// … when all of \a predicates say so.
template<class T, class... Predicates>
[[nodiscard]] Predicate<T> allOf(Predicates... predicates)
{
    return [=](const CacheChange<T> &change) { return (predicates(change) && ...); };
}

} // namespace qontroller
