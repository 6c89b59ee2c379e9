// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/queue/unseen.h"

#include <algorithm>
#include <utility>

namespace qontroller {

Unseen::Unseen(std::vector<std::string> begins)
{
    std::ranges::sort(begins);
    for (std::string &begin : begins) { // what begins with another follows it
        if (m_begins.empty() || !begin.starts_with(m_begins.back()))
            m_begins.push_back(std::move(begin));
    }
}

bool Unseen::covers(std::string_view id) const
{
    const auto after = std::ranges::upper_bound(m_begins, id);
    return after != m_begins.begin() && id.starts_with(*std::prev(after));
}

} // namespace qontroller
