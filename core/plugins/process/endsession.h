// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <sys/types.h>

namespace qontroller {

/// Kills all that is left of the session of \a leader, a child that has ended and is
/// not reaped yet, and waits for their end: a second for each. What has made a session of its own
/// is its own master. False: without a descriptor it cannot be seen what is left. Thread-safe.
[[nodiscard]] bool endSession(pid_t leader);

} // namespace qontroller
