// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <string>

namespace qontroller::remote {

enum class Role : unsigned char {
    Viewer,   ///< looks
    Operator, ///< and steers
};

/// Who asks something of a host.
struct Caller
{
    /// As the operator log names it, and from where: `anna`, `user 1000`, `anna (window)`,
    /// `anna (TLS from 192.0.2.7)`.
    std::string who;
    Role role = Role::Viewer;
};

/// The name of a user of this machine, or `user 1000` if it has none. Thread-safe.
[[nodiscard]] std::string nameOfUser(uid_t user);

} // namespace qontroller::remote
