// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <string_view>

namespace qontroller {

enum class LogLevel : unsigned char {
    Info,
    Warning,
    Error,
};

/// Writes one line with the time to standard error. Thread-safe: lines do not mix.
void log(LogLevel level, std::string_view text);

/// Makes what Qt and plugins say through Qt lines of this log.
void logQtMessages();

} // namespace qontroller
