// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace qontroller::ui {

/// What \a text is sorted by, so that numbers in it count as numbers: `item-9` before
/// `item-10`. Made once for each row, because keys compare as fast as any text.
[[nodiscard]] std::string naturalKey(std::string_view text);

} // namespace qontroller::ui
