// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <stop_token>
#include <string>

namespace qontroller {

/// Marks what a program starts by its environment, so that it is found again after the program was
/// killed. \a what names the work. The value differs from life to life of the program.
[[nodiscard]] std::string commandMark(const std::string &what);

struct EarlierCommands
{
    std::size_t found = 0;
    bool haveEnded = true;
};

/// Ends the processes of this user that an earlier life of this program has started for \a what and
/// that still run: SIGTERM, after 5 s SIGKILL. Returns when they have ended, after 6 s at most, or
/// when \a stop is requested. Thread-safe.
[[nodiscard]] EarlierCommands endEarlierCommands(const std::string &what,
                                                 const std::stop_token &stop);

} // namespace qontroller
