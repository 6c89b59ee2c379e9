// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/plugins/process/invocation.h"
#include "core/plugins/process/processexit.h"

#include <cstddef>
#include <string>

namespace qontroller {

/// How far a program may go.
struct ProgramLimits
{
    /// After this it is stopped. 0: never.
    Duration timeout = Duration::zero();
    /// Bytes on standard output, unless a listener takes them. More is refused.
    std::size_t output = std::size_t{64} << 20;
    /// Bytes kept of the end of standard error.
    std::size_t errorTail = 4096;
    /// From the polite request to end to the one that cannot be refused.
    Duration grace = std::chrono::seconds(5);
    /// For what still holds the output after the program has ended.
    Duration linger = std::chrono::milliseconds(250);
};

/// How a program ended, and what it had to say.
struct ProgramEnd
{
    enum class Kind : unsigned char {
        NotStarted, ///< error says why
        Ended,      ///< by itself, as exit says
        Stopped,    ///< because it was asked for
        TimedOut,
        TooMuchOutput,
    };

    Kind kind = Kind::NotStarted;
    int error = 0; ///< an errno
    ProcessExit exit{};
    std::string output;
    std::string errorTail;       ///< any bytes
    bool errorTailIsCut = false; ///< there was more before

    /// Whether it ended by itself with exit status \a status.
    [[nodiscard]] bool exitedWith(int status) const
    {
        return kind == Kind::Ended && exit.isStatus(status);
    }
};

} // namespace qontroller
