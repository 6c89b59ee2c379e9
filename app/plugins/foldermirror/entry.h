// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/api/objectid.h"

#include <sys/stat.h>

#include <cstdint>
#include <string>

namespace qontroller::foldermirror {

enum class EntryKind : unsigned char {
    File,
    Directory,
    Symlink,
    Special, ///< a pipe, socket or device: never mirrored
};

/// What is known of one file, folder or symbolic link without reading its content.
struct Entry
{
    EntryKind kind = EntryKind::Special;
    unsigned mode = 0; ///< permission bits, 07777
    std::uint32_t owner = 0;
    std::uint32_t group = 0;
    std::uint64_t size = 0;         ///< bytes
    std::int64_t modified = 0;      ///< nanoseconds since 1970
    std::int64_t statusChanged = 0; ///< nanoseconds since 1970; no program can set it
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::string linkTarget; ///< of a symbolic link

    [[nodiscard]] bool isSameFileAs(const Entry &other) const
    {
        return device == other.device && inode == other.inode;
    }
};

using FileStatus = struct stat;

/// The mode of a copy of \a source that has \a owner and \a group: what a program is given of the
/// owner or group of its file is only for those whose file the source is.
[[nodiscard]] unsigned modeOfCopy(const Entry &source, std::uint32_t owner, std::uint32_t group);

/// \a linkTarget stays empty.
[[nodiscard]] Entry entryOf(const FileStatus &status);

/// Differs when anything in \a entry does, so also for a content that changed
/// while size and times were set back.
[[nodiscard]] Version versionOf(const Entry &entry);

[[nodiscard]] timespec timespecOf(std::int64_t nanoseconds);
[[nodiscard]] std::int64_t nanosecondsOf(timespec time);

/// Whether owner and group are mirrored: only the superuser may give files away.
enum class FileOwnership : unsigned char {
    Mirrored,
    Left,
};

/// What stands between a target entry and its source.
enum class Difference : unsigned char {
    None,
    Metadata, ///< same content, other permissions, owner or (folders, links) times
    Content,
};

/// Compares as rsync does: a file with the same size and time has the same content.
[[nodiscard]] Difference compare(const Entry &source, const Entry &target, FileOwnership ownership);

/// One property a line, for a person.
[[nodiscard]] std::string describe(const Entry &entry, FileOwnership ownership);

} // namespace qontroller::foldermirror
