// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <string>

namespace qontroller {

/// Says in the environment (QONTROLLER_SESSION), which plugins and their processes share, of which
/// session this process is, by the path of its \a file; empty: of none. The lives of one server
/// have that in common. For a program's first thread, before there is another.
void setLifeSession(const std::string &file);

/// Empty: it is of none. Thread-safe.
[[nodiscard]] std::string lifeSession();

} // namespace qontroller
