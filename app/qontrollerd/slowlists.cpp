// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerd/slowlists.h"

#include "core/base/duration.h"

#include <algorithm>

namespace qontroller {

namespace {

std::string inSeconds(Duration duration)
{
    return formatDuration(std::chrono::floor<std::chrono::seconds>(duration));
}

} // namespace

Duration SlowLists::limit(Duration resyncInterval)
{
    constexpr Duration Least = std::chrono::seconds(10);
    constexpr Duration Most = std::chrono::hours(24);
    return std::max(2 * std::min(resyncInterval, Most), Least);
}

std::optional<SlowLists::News> SlowLists::look(const ControllerDelta &controller, TimePoint now)
{
    const ListStatus &lists = controller.lists;
    const Duration limit = SlowLists::limit(controller.options.resyncInterval);
    const bool isSlow = lists.isUnderWay() && now - lists.beganAt > limit;
    const auto told = m_slow.find(controller.id);
    if (isSlow) {
        const bool isNews = told == m_slow.end();
        m_slow[controller.id] = lists.beganAt;
        if (!isNews)
            return std::nullopt;
        return News{LogLevel::Warning,
                    {.controller = controller.name,
                     .event = "list slow",
                     .text = "under way for " + inSeconds(now - lists.beganAt)
                             + " and has not ended"}};
    }
    const bool hasEnded = told != m_slow.end() && told->second != lists.beganAt;
    if (!hasEnded || lists.lastTook > limit)
        return std::nullopt;
    m_slow.erase(told);
    return News{LogLevel::Info,
                {.controller = controller.name,
                 .event = "list in time again",
                 .text = "the last took " + inSeconds(lists.lastTook)}};
}

} // namespace qontroller
