// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/uniquefd.h"

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <optional>

namespace qontroller {

/// What the kernel says of a process that runs; see proc_pid_stat(5).
struct ProcessStat
{
    pid_t group = 0;
    pid_t session = 0;
    std::uint64_t startTime = 0; ///< in the kernel's ticks since the boot
    bool isStopped = false;      ///< by a signal or a debugger, until it is let go on
    bool hasNoEnvironment = false; ///< not: none yet, while its program is being loaded

    friend bool operator==(const ProcessStat &, const ProcessStat &) = default;
};

/// Of the process that has the number \a pid now; nothing if there is none or it has
/// ended. Thread-safe, also while it ends.
[[nodiscard]] std::optional<ProcessStat> processStat(pid_t pid);

/// Calls \a visit with the number of each process that there is. Thread-safe.
void forEachProcess(const std::function<void(pid_t)> &visit);

/// A descriptor of the process that has the number \a pid now, readable once it has
/// ended; empty where the kernel has none, or none is left. Thread-safe.
[[nodiscard]] UniqueFd openProcess(pid_t pid);

} // namespace qontroller
