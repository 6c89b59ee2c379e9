// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/text/text.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace qontroller {

/// \a bytes as they can be read everywhere, on one line: control characters, those that turn the
/// direction of a line or have no width, and bytes that are not UTF-8 are written as `\n`, `\t`,
/// `\x1b` or `\u202e`, and what is longer than \a longest is cut.
[[nodiscard]] std::string readableText(std::string_view bytes, std::size_t longest = LongestText);

/// The same of all of \a bytes, however long they are.
[[nodiscard]] std::string readableLine(std::string_view bytes);

/// The same of each line of \a text, whose ends stay.
[[nodiscard]] std::string readableLines(std::string_view text);

/// \a character is seen and leaves the line as it is. Formats are characters that turn the
/// direction of a line, or are not seen.
[[nodiscard]] bool isReadable(char32_t character);

} // namespace qontroller
