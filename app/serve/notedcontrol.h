// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/serve/operatornotes.h"

namespace qontroller {

/// Commands of a front end in this program, which are written down as those from elsewhere are.
/// Thread-safe.
class NotedControl final : public ControlPort
{
public:
    /// Both outlive it.
    NotedControl(ControlPort &orders, OperatorNotes &notes)
        : m_orders(orders)
        , m_notes(notes)
    {}

    Ticket submit(Command command) override
    {
        const Ticket ticket = m_orders.submit(command);
        m_notes.note(m_notes.own(), command, ticket);
        return ticket;
    }

private:
    ControlPort &m_orders;
    OperatorNotes &m_notes;
};

} // namespace qontroller
