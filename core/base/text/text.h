// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace qontroller {

/// Bytes that the engine keeps of a text that it was given from outside: an error, a
/// reason, who holds a lock. It keeps many, so what is longer is cut where it comes in.
inline constexpr std::size_t LongestText = 4096;

/// … of what a person asked for and looks at alone: a description of an object.
inline constexpr std::size_t LongestDescription = std::size_t{1} << 20;

/// Stands where a text was cut.
inline constexpr std::string_view CutMark = " […]";

/// \a text in \a longest bytes at most: if it had more, its begin and its end with CutMark between.
/// \a longest is larger than that mark. In UTF-8: what is no part of a character becomes U+FFFD.
[[nodiscard]] std::string cutText(std::string_view text, std::size_t longest = LongestText);

/// … without a copy of what is short. Memory that it does not need is given back.
[[nodiscard]] std::string cutOwnText(std::string &&text, std::size_t longest);
[[nodiscard]] inline std::string cutText(std::string &&text, std::size_t longest = LongestText)
{
    return text.empty() ? std::string() : cutOwnText(std::move(text), longest); // as most are
}

/// Needed because a literal is neither.
[[nodiscard]] inline std::string cutText(const char *text, std::size_t longest = LongestText)
{
    return cutText(std::string_view(text), longest);
}

/// How many bytes the character of UTF-8 has that \a text begins with, which is not empty; 0: it
/// begins with none.
[[nodiscard]] std::size_t characterSize(std::string_view text);

/// Takes the first word off \a line, and the space behind it: all of it if there is none.
[[nodiscard]] std::string_view takeWord(std::string_view &line);

/// The last \a size bytes of \a text at most, which is UTF-8, from where a character begins.
[[nodiscard]] std::string_view lastBytes(std::string_view text, std::size_t size);

} // namespace qontroller
