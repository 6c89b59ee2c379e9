// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/uniquefd.h"

#include <sys/types.h>

#include <cstdint>
#include <optional>

namespace qontroller::supervision {

/// Which process is meant, also after its number was given to another one.
struct ProcessIdentity
{
    pid_t pid = -1;
    std::uint64_t startTime = 0; ///< in the kernel's ticks since the boot

    friend bool operator==(const ProcessIdentity &, const ProcessIdentity &) = default;
};

/// Of the process that has the number \a pid now and has not ended; nothing if there is none.
[[nodiscard]] std::optional<ProcessIdentity> identityOf(pid_t pid);

/// A descriptor that is readable once \a process has ended; empty if it has ended already.
[[nodiscard]] UniqueFd openProcess(const ProcessIdentity &process);

} // namespace qontroller::supervision
