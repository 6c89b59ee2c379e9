// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/consist/lifecyclecounts.h"

#include <algorithm>

namespace qontroller::consist {

void PhaseTimes::record(Duration time)
{
    const auto bound = std::find_if(Bounds.begin(), Bounds.end(),
                                    [&](int limit) { return time <= std::chrono::seconds(limit); });
    ++counts.at(static_cast<std::size_t>(bound - Bounds.begin()));
    sum += std::max(time, Duration::zero());
}

} // namespace qontroller::consist
