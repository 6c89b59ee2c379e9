// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace qontroller {

enum class LogLevel : unsigned char {
    Info,
    Warning,
    Error,
};

/// Writes one line with the time to standard error, through a LineWriter: it never waits for the
/// reader. Thread-safe: lines do not mix.
void log(LogLevel level, std::string_view text);

/// Lines that could not be written since the start. Thread-safe.
[[nodiscard]] std::uint64_t droppedLogLines();

/// Waits until all lines are written, for a second at the most. To be called before the end of the
/// program.
void finishLog();

/// Makes what Qt and plugins say through Qt lines of this log.
void logQtMessages();

} // namespace qontroller
