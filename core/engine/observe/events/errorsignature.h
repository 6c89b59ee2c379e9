// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace qontroller {

/// What is common to errors of one cause: the short form of \a text with the item's own id, where
/// it is a word of its own, replaced by `…` and numbers, hexadecimal names and UUIDs by `#`. Of
/// what is long the end, behind `…`.
[[nodiscard]] std::string errorSignature(std::string_view text, std::string_view id);

} // namespace qontroller
