// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/listerwatcher.h"
#include "core/engine/api/objectid.h"

#include <memory>
#include <string>

namespace qontroller {

/// An object as a cache has it. \a T is void where the type is taken away.
template<class T>
struct Cached
{
    /// Shared by all who asked for it and immutable. Null: the cache has none.
    std::shared_ptr<const T> object;
    /// 0: nothing tells one content from another.
    Version version = 0;

    explicit operator bool() const { return object != nullptr; }
};

/// One change of a cache: what it had and what it has. Null stands for none.
template<class T>
struct CacheChange
{
    ObjectId id;
    Cached<T> before;
    Cached<T> after;
    /// If not empty, this is no change but a sentence for an operator.
    std::string complaint = {};

    [[nodiscard]] EventType type() const
    {
        if (!after)
            return EventType::Deleted;
        return before ? EventType::Modified : EventType::Added;
    }
};

/// \a erased with its type, which was \a T.
template<class T>
[[nodiscard]] Cached<T> withType(const Cached<void> &erased)
{
    return {std::static_pointer_cast<const T>(erased.object), erased.version};
}

} // namespace qontroller
