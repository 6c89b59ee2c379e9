// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/journal/journaledcontrol.h"

#include <utility>

namespace qontroller {

Ticket JournaledControl::submit(Command command)
{
    const Ticket ticket = m_host.submit(std::move(command));
    if (m_turns)
        static_cast<void>(m_turns->sync(m_patience));
    return ticket;
}

} // namespace qontroller
