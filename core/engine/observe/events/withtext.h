// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <string>
#include <utility>

namespace qontroller {

/// \a words, and behind a colon the foreign \a text if there is any.
[[nodiscard]] inline std::string withText(std::string words, const std::string &text)
{
    return text.empty() ? words : std::move(words) + ": " + text;
}

} // namespace qontroller
