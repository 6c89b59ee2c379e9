// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace qontroller {

/// How ids begin that a list could not look for: see ListResult::below().
class Unseen final
{
public:
    explicit Unseen(std::vector<std::string> begins);

    /// Whether \a id may exist although the list lacks it. Takes the logarithm of their number.
    [[nodiscard]] bool covers(std::string_view id) const;

private:
    std::vector<std::string> m_begins; // sorted; none begins with another
};

} // namespace qontroller
