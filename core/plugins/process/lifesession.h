// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <string>

namespace qontroller {

/// Puts the path of the session's \a file into the environment variable QONTROLLER_SESSION, which
/// plugins and their processes inherit; empty: there is no session. All lives of one server have
/// the same value. For a program's first thread, before there is another.
void setLifeSession(const std::string &file);

/// Empty: it is of none. Thread-safe.
[[nodiscard]] std::string lifeSession();

} // namespace qontroller
