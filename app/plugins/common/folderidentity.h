// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace qontroller {

/// What a folder is, at whatever path: also after a restart of the machine, which numbers its
/// devices anew. Two file systems that do not tell what they are, and are of one type, look alike.
struct FolderIdentity
{
    std::uint64_t type = 0;       ///< of the file system: statfs(2)
    std::uint64_t fileSystem = 0; ///< which one; 0 if it does not tell
    std::uint64_t inode = 0; ///< … which a new folder may take over from one that was deleted
    std::uint64_t born = 0;  ///< nanoseconds since 1970; 0 if the file system does not tell

    friend bool operator==(const FolderIdentity &, const FolderIdentity &) = default;

    /// Of what \a fd is open on, which may be by O_PATH. Nothing: it cannot be told.
    [[nodiscard]] static std::optional<FolderIdentity> of(int fd);

    /// Four words, to be kept in a file.
    [[nodiscard]] std::string text() const;
    /// Takes such words from the start of \a line, with the space behind them. Nothing if there
    /// are none.
    [[nodiscard]] static std::optional<FolderIdentity> take(std::string_view &line);
};

} // namespace qontroller
