// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/control/command.h"

namespace qontroller {

/// The one way in which commands reach the controllers. Thread-safe.
///
/// Nothing comes back by return value: the effect shows in a later Delta.
class ControlPort
{
public:
    virtual ~ControlPort() = default;

    /// Takes \a command, and returns once it is noted at each object that it names: at once for
    /// one, after some 2 µs each for many, so what names very many is a job's (JobPort). Waits for
    /// no run. Commands from one thread take effect in their order. The ticket names the command in
    /// the events that follow from it (EventRecord::ticket); each run that it asks for ends with a
    /// TicketDone. A command for a controller or an item that is gone has no effect.
    virtual Ticket submit(Command command) = 0;
};

} // namespace qontroller
