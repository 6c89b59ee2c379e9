// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/server/lastevents.h"

#include "core/engine/observe/feed/delta.h"
#include "core/remote/wire/itemmessages.h"

#include <algorithm>

namespace qontroller::remote {

namespace {

constexpr std::size_t EnoughOfMessage = std::size_t{1} << 20;

} // namespace

bool LastEvents::take(const Delta &delta)
{
    bool isMore = false;
    m_now = delta.now;
    m_wall = delta.wall;
    for (const ControllerDelta &controller : delta.controllers) {
        isMore = isMore || controller.events.size() >= DeltaEventLimit;
        if (!isMeant(controller))
            continue;
        m_names[controller.id] = controller.name;
        for (const EventRecord &event : controller.events) {
            TimePoint &order = m_order[controller.id];
            order = std::max(order, event.time);
            m_lines.push_back(
                {controller.id, event, missedBefore(controller.id, event.number), order});
        }
    }
    std::ranges::stable_sort(m_lines, {}, &Line::order);
    if (!m_isFollowing && m_lines.size() > m_most)
        m_lines.erase(m_lines.begin(), m_lines.end() - static_cast<std::ptrdiff_t>(m_most));
    return isMore;
}

// One that is started anew has another id and the same name.
bool LastEvents::isMeant(const ControllerDelta &controller) const
{
    if (m_controller == 0 || m_controller == controller.id)
        return true;
    const auto meant = m_names.find(m_controller);
    return meant != m_names.end() && meant->second == controller.name;
}

std::uint64_t LastEvents::missedBefore(ControllerId controller, std::uint64_t number)
{
    const std::uint64_t before = std::exchange(m_last[controller], number);
    const std::uint64_t missed = m_isFollowing && number > before + 1 ? number - before - 1 : 0;
    m_missed += missed;
    return missed;
}

bool LastEvents::write(grpc::ServerWriter<v1::EventsReply> &stream)
{
    do {
        v1::EventsReply reply;
        reply.set_now(nanoseconds(m_now));
        reply.set_wall(m_wall.time_since_epoch().count());
        for (std::size_t bytes = 0; bytes < EnoughOfMessage && !m_lines.empty();) {
            const Line &first = m_lines.front();
            v1::EventsReply::Line &line = *reply.add_lines();
            line.set_controller(first.controller.number);
            line.set_controller_name(m_names[first.controller]);
            remote::write(first.event, *line.mutable_event());
            line.set_missed(first.missed);
            bytes += line.ByteSizeLong();
            m_lines.pop_front();
        }
        if (!stream.Write(reply))
            return false;
    } while (!m_lines.empty());
    return true;
}

} // namespace qontroller::remote
