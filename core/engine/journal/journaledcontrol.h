// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/control/controlport.h"
#include "core/engine/journal/writeturns.h"

#include <memory>
#include <utility>

namespace qontroller {

/// Gives commands to a host, and returns once what they did is in its journal: what was answered
/// is not forgotten by a kill. Thread-safe.
class JournaledControl final : public ControlPort
{
public:
    /// \a host outlives it. Null \a turns: no journal is kept. A disk that does not answer holds a
    /// command up for \a patience; 0: it is written at once, and nobody waits for that.
    JournaledControl(ControlPort &host, std::shared_ptr<WriteTurns> turns,
                     Duration patience = WriteTurns::Patience)
        : m_host(host)
        , m_turns(std::move(turns))
        , m_patience(patience)
    {}

    Ticket submit(Command command) override;

private:
    ControlPort &m_host;
    const std::shared_ptr<WriteTurns> m_turns;
    const Duration m_patience;
};

} // namespace qontroller
