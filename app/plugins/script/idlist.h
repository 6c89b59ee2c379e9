// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace qontroller::script {

/// The ids that a list command printed; views into its output.
struct IdList
{
    std::vector<std::string_view> ids; ///< each once, in the order of their first mention
    std::size_t unusable = 0;          ///< pieces that cannot be an id
    std::string_view firstUnusable;
};

/// Splits \a output at each \a separator; the last piece needs none behind it. Empty
/// pieces do not count.
[[nodiscard]] IdList splitIds(std::string_view output, char separator);

/// What an operator has to know of the ids that were left out.
[[nodiscard]] std::string unusableSentence(const IdList &list);

} // namespace qontroller::script
