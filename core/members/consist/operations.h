// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/members/consist/lifecycle.h"

/// What steps and commands of a lifecycle share. Not for users of the layer.
namespace qontroller::consist {

/// Moves \a operation into \a phase, unless it is there.
void enter(Operation &operation, Phase phase, WallTime now);

/// \a operation is over, and not in the state of \a step any more.
void noteEnd(Step &step, const Operation &operation);

/// Whether the others wait for it before the traffic comes back: it is permitted, and not yet
/// on its own way back. One in PreCheck may stay there for ever, so no other waits for it.
[[nodiscard]] bool holdsUp(const Operation &operation);

[[nodiscard]] inline bool isStuck(const Operation &operation, WallTime now, Duration deadline)
{
    return operation.phase == Phase::Draining && now - operation.drainingSince >= deadline;
}

} // namespace qontroller::consist
