// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/plugins/process/earlierprocess.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace qontroller {

/// Gives the environment variable that marks a child which the program starts for some work, so
/// that the next life of the program finds the child after the program was killed. \a what names
/// the work. All functions here are thread-safe.
[[nodiscard]] std::string lifeMark(const std::string &what);

/// Which of them are meant.
enum class EarlierKind : unsigned char {
    All,
    Commands, ///< leaders of a group, and so their groups; one that has a session of its own is a
              ///< service that a command has started
    Leaders,  ///< of a session, also if the life that started them is not over
};

/// Those of this user that still run. A program that clears its environment is not found.
[[nodiscard]] std::vector<EarlierProcess> findEarlier(const std::string &what, EarlierKind kind);

struct EarlierWork
{
    std::string what;
    std::uint64_t startedAt = 0; ///< its leader, as ProcessStat::startTime

    friend bool operator==(const EarlierWork &, const EarlierWork &) = default;
};

/// The work of each leader that was started with its mark (within 200 ms of it) and not later by
/// such a one, of which the mark would be, too. Only if it begins with \a start.
[[nodiscard]] std::vector<EarlierWork> findEarlierWork(const std::string &start);

/// Ends those that are found, with their groups unless all are meant: SIGTERM, after 5 s SIGKILL,
/// or at once when \a stop is requested. Returns when they have ended, after 6 s at the most.
[[nodiscard]] EarlierEnd endEarlier(const std::string &what, EarlierKind kind,
                                    const std::stop_token &stop);

} // namespace qontroller
