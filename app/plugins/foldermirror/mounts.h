// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/common/folderidentity.h"

#include <map>
#include <string>
#include <string_view>

namespace qontroller::foldermirror {

/// Where file systems are mounted below a folder, by path, and which.
using Mounts = std::map<std::string, FolderIdentity>;

/// Whether something is mounted at \a name in the open folder \a folder, also a part of the same
/// file system where the kernel (Linux 5.8) tells of it.
[[nodiscard]] bool isMountPoint(int folder, const char *name);

/// The one of \a mounts that \a path is below; null if there is none.
[[nodiscard]] const Mounts::value_type *mountAbove(const Mounts &mounts, std::string_view path);

/// Whether \a path is \a folder or below it.
[[nodiscard]] bool isAtOrBelow(std::string_view path, std::string_view folder);

} // namespace qontroller::foldermirror
