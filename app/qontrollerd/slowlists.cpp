// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/qontrollerd/slowlists.h"

#include "core/base/text/duration.h"

namespace qontroller {

namespace {

std::string inSeconds(Duration duration)
{
    return formatDuration(std::chrono::floor<std::chrono::seconds>(duration));
}

} // namespace

std::optional<SlowLists::News> SlowLists::look(const ControllerDelta &controller, TimePoint now)
{
    const ListStatus &lists = controller.lists;
    const Duration interval = controller.options.resyncInterval;
    const bool isSlow = lists.isOverdue(interval, now);
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
    if (!hasEnded || lists.lastTook > slowListLimit(interval))
        return std::nullopt;
    m_slow.erase(told);
    return News{LogLevel::Info,
                {.controller = controller.name,
                 .event = "list in time again",
                 .text = "the last took " + inSeconds(lists.lastTook)}};
}

} // namespace qontroller
