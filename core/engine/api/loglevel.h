// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

namespace qontroller {

/// How much a line of a program's log matters.
enum class LogLevel : unsigned char {
    Debug,
    Info,
    Warning,
    Error,
};

} // namespace qontroller
