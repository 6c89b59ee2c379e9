// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <optional>

#include <sys/stat.h>

namespace qontroller {

/// Which file stands at a path or is behind a descriptor, for who must not take another one for it.
/// Both questions are async-signal-safe.
struct FileIdentity
{
    dev_t device = 0;
    ino_t inode = 0;

    /// Of a link itself. Nothing: there is no file, or it cannot be looked at.
    [[nodiscard]] static std::optional<FileIdentity> at(const char *path)
    {
        struct stat found
        {
        };
        if (::lstat(path, &found) != 0)
            return std::nullopt;
        return FileIdentity{found.st_dev, found.st_ino};
    }

    /// Nothing: the descriptor is not open.
    [[nodiscard]] static std::optional<FileIdentity> of(int descriptor)
    {
        struct stat found
        {
        };
        if (::fstat(descriptor, &found) != 0)
            return std::nullopt;
        return FileIdentity{found.st_dev, found.st_ino};
    }

    friend bool operator==(const FileIdentity &, const FileIdentity &) = default;
};

} // namespace qontroller
