// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

namespace qontroller {

/// How the programs end; signals add 128 to their number.
enum class ExitStatus : int {
    Well = 0,
    /// What the program itself or this machine is to blame for, or a plugin that called exit() or
    /// does not return from a call: another start may go well.
    InternalError = 1,
    Refused = 2,  ///< the command line, the session or another file that was named
    Troubled = 3, ///< it ran, and not all is well: --help of the program says what that means
};

[[nodiscard]] constexpr int numberOf(ExitStatus status)
{
    return static_cast<int>(status);
}

} // namespace qontroller
