// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/files/uniquefd.h"
#include "core/base/text/duration.h"

#include <tl/expected.hpp>

#include <string>
#include <vector>

namespace qontroller::remote {

/// A socket, connected to the host that listens at \a path; it does not block. The error is an
/// `errno`: ENOENT and ECONNREFUSED where no host listens, EACCES where this user may not, EAGAIN
/// where one does not take connections for as long as \a patience. Thread-safe.
[[nodiscard]] tl::expected<UniqueFd, int> connectToUnix(const std::string &path, Duration patience);

/// Of several \a paths leaves out the sockets at which no host listens: one that is killed leaves
/// its socket there. Thread-safe.
void leaveOutDead(std::vector<std::string> &paths);

} // namespace qontroller::remote
