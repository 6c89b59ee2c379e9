// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/process/processspec.h"

#include <optional>
#include <string>

namespace qontroller::supervision {

/// How a process ended.
struct ProcessEnd
{
    enum class Kind : unsigned char {
        Exited,    ///< code is the exit status
        Signalled, ///< code is the signal
        Unknown,   ///< it was adopted: only its parent is told
    };

    Kind kind = Kind::Unknown;
    int code = 0;

    /// From what waitpid() gives.
    [[nodiscard]] static ProcessEnd fromStatus(int status);
    [[nodiscard]] bool isSuccess() const { return kind == Kind::Exited && code == 0; }
    /// `exit status 1`, `signal 9`, `an unknown status`.
    [[nodiscard]] std::string text() const;
};

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
[[nodiscard]] RestartDecision decideRestart(const RestartPolicy &policy, const ProcessEnd &end,
                                            unsigned restarts, Duration passed);

/// The pause before restart number \a restarts + 1 of a row.
[[nodiscard]] Duration restartDelay(const RestartPolicy &policy, unsigned restarts);

} // namespace qontroller::supervision
