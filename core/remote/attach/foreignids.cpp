// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/remote/attach/foreignids.h"

#include "core/engine/observe/feed/delta.h"

#include <algorithm>

namespace qontroller::remote {

namespace {

std::optional<ControllerId> find(const std::map<ControllerId, ControllerId> &ids, ControllerId id)
{
    const auto found = ids.find(id);
    return found == ids.end() ? std::nullopt : std::optional(found->second);
}

} // namespace

std::optional<ControllerId> ForeignIds::here(ControllerId there) const
{
    MutexLock lock(m_mutex);
    return find(m_here, there);
}

std::optional<ControllerId> ForeignIds::there(ControllerId here) const
{
    MutexLock lock(m_mutex);
    return find(m_there, here);
}

std::vector<ControllerId> ForeignIds::all() const
{
    MutexLock lock(m_mutex);
    std::vector<ControllerId> ids;
    for (const auto &[here, there] : m_there)
        ids.push_back(here);
    return ids;
}

void ForeignIds::translate(Delta &delta)
{
    MutexLock lock(m_mutex);
    for (ControllerDelta &controller : delta.controllers) {
        controller.id = nameOf(controller.id);
        translate(controller.events);
        translate(controller.ticketEnds);
    }
    for (ControllerId &id : delta.removed)
        id = nameOf(id);
}

void ForeignIds::translate(Sample &sample) const
{
    MutexLock lock(m_mutex);
    std::vector<Sample::Controller> known;
    for (Sample::Controller &controller : sample.controllers) {
        if (const auto here = find(m_here, controller.id)) {
            controller.id = *here;
            known.push_back(controller);
        }
    }
    sample.controllers = std::move(known);
}

void ForeignIds::translate(std::vector<EventRecord> &events) const
{
    for (EventRecord &event : events) {
        const auto found = m_tickets.find(event.ticket);
        event.ticket = found == m_tickets.end() ? 0 : found->second;
    }
}

ControllerId ForeignIds::nameOf(ControllerId there)
{
    if (const auto known = find(m_here, there))
        return *known;
    const ControllerId here = m_numbers.nextController();
    m_here.emplace(there, here);
    m_there.emplace(here, there);
    return here;
}

void ForeignIds::remember(Ticket there, Ticket here)
{
    m_tickets[there] = here;
    m_order.push_back(there);
    if (m_order.size() <= MostTickets)
        return;
    m_tickets.erase(m_order.front());
    m_order.pop_front();
}

} // namespace qontroller::remote
