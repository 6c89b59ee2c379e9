// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace qontroller {

/// How a process ended. A plain value.
struct ProcessExit
{
    enum class Kind : std::uint8_t {
        Exited,    ///< code is the exit status
        Signalled, ///< code is the signal
        Unknown,   ///< only its parent is told, and only once; this program is its parent
        NotTold,   ///< … and is not
    };

    Kind kind = Kind::Unknown;
    int code = 0;

    /// From what waitpid() gives.
    [[nodiscard]] static ProcessExit fromStatus(int status);

    [[nodiscard]] bool isSuccess() const { return isStatus(0); }
    /// Whether it exited with \a status.
    [[nodiscard]] bool isStatus(int status) const { return kind == Kind::Exited && code == status; }

    /// `exit status 1`, `signal 9 (Killed)`. Thread-safe.
    [[nodiscard]] std::string text() const;
    /// A sentence without its subject: `ended with exit status 1`,
    /// `was ended by signal 9 (Killed)`. Thread-safe.
    [[nodiscard]] std::string sentence() const;

    friend bool operator==(const ProcessExit &, const ProcessExit &) = default;
};

} // namespace qontroller
