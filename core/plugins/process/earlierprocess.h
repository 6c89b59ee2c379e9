// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/uniquefd.h"
#include "core/base/text/duration.h"

#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace qontroller {

/// A process that was started for some work by a life of this program that is over.
struct EarlierProcess
{
    pid_t pid;
    UniqueFd end;                ///< readable once it has ended; empty where the kernel has none
    bool standsForGroup = false; ///< it leads a group, all of which is meant
};

struct EarlierEnd
{
    std::size_t found = 0;
    bool haveEnded = true;
};

/// A process's number and when it started: no other one has both. All functions here are
/// thread-safe.
[[nodiscard]] std::string lifeOf(pid_t pid);

/// \a life as lifeOf() gave it, perhaps in an earlier start of the machine.
[[nodiscard]] bool isOver(std::string_view life);

/// With its group, if it stands for that.
[[nodiscard]] bool hasEnded(const EarlierProcess &one);

/// Through its descriptor, so it never meets another process; by its number where there is none.
void signalProcess(const EarlierProcess &one, int number);

using SignalEarlier = std::function<void(const EarlierProcess &, int number)>;

/// Asks \a all to end with SIGTERM; whether they have after 5 s, or when \a stop is requested.
[[nodiscard]] bool haveEndedWhenAsked(const std::vector<EarlierProcess> &all,
                                      const SignalEarlier &signal, const std::stop_token &stop);

/// Kills \a all; whether they have ended after 1 s.
[[nodiscard]] bool haveEndedWhenKilled(const std::vector<EarlierProcess> &all,
                                       const SignalEarlier &signal);

} // namespace qontroller
