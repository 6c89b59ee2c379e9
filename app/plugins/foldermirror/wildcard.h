// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <string_view>

namespace qontroller::foldermirror {

/// Whether the whole \a name matches \a pattern: `*` any bytes, `?` one, `[a-z]`, `[!a-z]` and
/// `[[:digit:]]` one of some, and a backslash takes the meaning of what follows. As git has it, a
/// `?` is one byte, also of a character that has several. Takes time by the product of both
/// lengths at most. Pure.
[[nodiscard]] bool matchesName(std::string_view pattern, std::string_view name);

/// What is wrong with \a pattern, as the end of a sentence; empty: nothing.
[[nodiscard]] std::string_view whyNoWildcard(std::string_view pattern);

} // namespace qontroller::foldermirror
