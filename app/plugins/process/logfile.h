// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/uniquefd.h"

#include <cstdint>
#include <string>

namespace qontroller::supervision {

/// A log for a child to write to, which goes on when this program does not. Empty
/// when it fails; `errno` says why.
[[nodiscard]] UniqueFd openLog(const std::string &path);

/// Once \a path is larger than \a size bytes: copies it to `path.1`, after `path.1`
/// became `path.2` and so on up to \a count, and empties it. The file stays the
/// same for the process that writes to it; what is written during the copy may be lost.
/// False if that failed: the log grows on.
[[nodiscard]] bool rotateLog(const std::string &path, std::uint64_t size, unsigned count);

} // namespace qontroller::supervision
