// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/control/controlport.h"
#include "core/engine/journal/journalwriter.h"

namespace qontroller {

/// Gives commands to a host, and returns once what they did is in its journal: what was answered
/// is not forgotten by a kill. Thread-safe.
class JournaledControl final : public ControlPort
{
public:
    /// All outlive it; without a \a writer it waits for nothing.
    JournaledControl(ControlPort &host, JournalWriter *writer)
        : m_host(host)
        , m_writer(writer)
    {}

    Ticket submit(Command command) override;

private:
    ControlPort &m_host;
    JournalWriter *const m_writer;
};

} // namespace qontroller
