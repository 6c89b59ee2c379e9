// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace qontroller {

/// What is common to errors of one cause: \a text with the item's own id replaced
/// by `…` and numbers, hexadecimal names and UUIDs by `#`.
[[nodiscard]] std::string errorSignature(std::string_view text, std::string_view id);

} // namespace qontroller
