// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/objectid.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace qontroller {

/// What an author tells a cache about his type, with the type taken away: made by
/// erasedFunctions() from CacheParts. A function that is empty was not given.
///
/// All of them are pure, may be called from any thread, and are called under no lock.
struct CacheFunctions
{
    using Object = std::shared_ptr<const void>;

    struct Index
    {
        std::string name;
        std::function<std::vector<std::string>(const ObjectId &, const Object &)> keys;
    };

    std::function<Version(const Object &)> version;
    std::function<std::uint64_t(const Object &)> hash;
    std::function<bool(const Object &, const Object &)> equal;
    std::vector<Index> indexes;
};

/// For hashes of objects: the XXH3-64 of \a bytes.
[[nodiscard]] std::uint64_t hashOfBytes(std::string_view bytes);

} // namespace qontroller
