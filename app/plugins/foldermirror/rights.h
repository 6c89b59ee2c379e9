// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/foldermirror/abilities.h"
#include "app/plugins/foldermirror/entry.h"

namespace qontroller::foldermirror {

/// Gives the copy that \a fd is open on, which may be by O_PATH, the owner, permissions and
/// attributes of \a source, a file or folder, as far as the target can hold them. While it does,
/// nobody has more rights than before or after.
///
/// An owner that may not be given is left: the superuser of a container or a network disk. What
/// the file system cannot hold is learnt. Negative with `errno` on failure: ENOTSUP if it
/// would leave the copy open to more users than the source. Thread-safe for different copies.
[[nodiscard]] int applyRights(int fd, const Entry &source, TargetAbilities &abilities);

} // namespace qontroller::foldermirror
