// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <string>

/// The one file that must go with the program, also where no destructor runs: its control socket,
/// which would look like a host that still runs. What somebody has put in its place stays.
namespace qontroller::leftfile {

/// From now on remove() removes \a path, in this process and in no child of it.
void set(const std::string &path);
/// The file is gone, or is somebody else's.
void clear();
/// Async-signal-safe, and for any thread.
void remove();
/// remove() was called after set(): the program ends, and nobody makes the file again. Thread-safe.
[[nodiscard]] bool isRemoved();

} // namespace qontroller::leftfile
