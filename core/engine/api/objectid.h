// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace qontroller {

/// The name of an object, unique within one controller: 1 to LongestId bytes. Meant as
/// UTF-8, which everybody who shows it takes it for; the engine compares bytes.
using ObjectId = std::string;
/// The most bytes that an id may have.
inline constexpr std::size_t LongestId = std::size_t{64} << 10;

/// Whether the engine takes \a id; others are refused where they come in, counted and shown.
[[nodiscard]] constexpr bool isValidId(std::string_view id)
{
    return !id.empty() && id.size() <= LongestId;
}

/// What a source knows about an object's content, reduced to a number: differs
/// when the content differs. 0 means that the source does not say.
using Version = std::uint64_t;

} // namespace qontroller
