// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <functional>

namespace qontroller {

/// What main() does around \a work, whose exit status it returns.
///
/// No standard descriptor is closed, SIGPIPE ends nothing (the reader of what is printed may go
/// away), SIGCHLD is as any program has it, whoever began this one, an exception that leaves
/// \a work is a line of the log and status 1, and what was logged is written before the end.
[[nodiscard]] int runProgram(const std::function<int()> &work);

} // namespace qontroller
