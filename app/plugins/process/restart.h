// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/process/processspec.h"
#include "core/plugins/process/processexit.h"

namespace qontroller::supervision {

/// What to do about a process that does not run. Pure.
struct RestartDecision
{
    enum class Kind : unsigned char {
        Start,
        Wait,   ///< for `delay`
        Rest,   ///< its work is done
        GiveUp, ///< too many restarts in a row
    };

    Kind kind = Kind::Start;
    Duration delay = Duration::zero();
};

/// \a restarts were made in a row before this end, \a passed since it.
[[nodiscard]] RestartDecision decideRestart(const RestartPolicy &policy, const ProcessExit &exit,
                                            unsigned restarts, Duration passed);

/// The pause before restart number \a restarts + 1 of a row.
[[nodiscard]] Duration restartDelay(const RestartPolicy &policy, unsigned restarts);

} // namespace qontroller::supervision
