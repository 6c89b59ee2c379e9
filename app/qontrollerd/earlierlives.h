// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <string>

namespace qontroller {

/// Enters a cgroup of this life, if the program's own is delegated to it, and ends what earlier
/// lives of the server of \a session have left at work in theirs. Logs what came of it. Before
/// anything is started, for the program's first thread.
void endEarlierLives(const std::string &session);

} // namespace qontroller
