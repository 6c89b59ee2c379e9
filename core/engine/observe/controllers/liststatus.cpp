// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/observe/controllers/liststatus.h"

#include <algorithm>

namespace qontroller {

std::string_view name(ListEnd end)
{
    switch (end) {
    case ListEnd::Complete: return "complete";
    case ListEnd::Partial: return "partial";
    case ListEnd::None: return "none";
    case ListEnd::Failed: return "failed";
    }
    return {};
}

bool ListStatus::isOverdue(Duration resyncInterval, TimePoint now) const
{
    return isUnderWay() && now - beganAt > slowListLimit(resyncInterval);
}

Duration slowListLimit(Duration resyncInterval)
{
    constexpr Duration Least = std::chrono::seconds(10);
    constexpr Duration Most = std::chrono::hours(24);
    return std::max(2 * std::min(resyncInterval, Most), Least);
}

} // namespace qontroller
