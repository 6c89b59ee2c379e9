// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/observe/events/keys.h"

#include <atomic>

namespace qontroller::remote {

/// Gives the numbers of one front end: each once, whichever hosts it is for. Thread-safe.
class Numbers
{
public:
    [[nodiscard]] ControllerId nextController() { return ++m_controllers; }
    [[nodiscard]] Ticket nextTicket() { return ++m_tickets; }

private:
    std::atomic<ControllerId> m_controllers = 0;
    std::atomic<Ticket> m_tickets = 0;
};

} // namespace qontroller::remote
