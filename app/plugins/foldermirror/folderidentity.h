// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace qontroller::foldermirror {

/// What a folder is, at whatever path: also after a restart of the machine, which numbers its
/// devices anew. Two file systems that do not tell what they are, and are of one type, look alike.
struct FolderIdentity
{
    std::uint64_t type = 0;       ///< of the file system: statfs(2)
    std::uint64_t fileSystem = 0; ///< which one; 0 if it does not tell
    std::uint64_t inode = 0;

    friend bool operator==(const FolderIdentity &, const FolderIdentity &) = default;
};

/// Where file systems are mounted below a folder, by path, and which.
using Mounts = std::map<std::string, FolderIdentity>;

/// Of what \a fd is open on, which may be by O_PATH. Nothing: it cannot be told.
[[nodiscard]] std::optional<FolderIdentity> identityOf(int fd);

/// Whether something is mounted at \a name in the open folder \a folder, also a part of the same
/// file system where the kernel (Linux 5.8) tells of it.
[[nodiscard]] bool isMountPoint(int folder, const char *name);

/// The one of \a mounts that \a path is below; null if there is none.
[[nodiscard]] const Mounts::value_type *mountAbove(const Mounts &mounts, std::string_view path);

/// Whether \a path is \a folder or below it.
[[nodiscard]] bool isAtOrBelow(std::string_view path, std::string_view folder);

} // namespace qontroller::foldermirror
