// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/foldermirror/attributes.h"
#include "core/engine/api/objectid.h"

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
/// Lists do without the attributes.
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
    Attributes attributes;  ///< those that a copy gets; none of a symbolic link

    [[nodiscard]] bool isSameFileAs(const Entry &other) const
    {
        return device == other.device && inode == other.inode;
    }
};

using FileStatus = struct stat;

/// Owner, mode and attributes that a copy is to have.
struct Rights
{
    unsigned mode = 0;
    Attributes attributes;
};

/// The rights of a copy of \a source that has \a owner and \a group and lies where \a abilities
/// are. Nobody has more of the copy than of the source: what its group may do is for its group
/// only, and what a program is given of the owner or group of its file is only for those whose
/// file the source is.
[[nodiscard]] Rights rightsOfCopy(const Entry &source, std::uint32_t owner, std::uint32_t group,
                                  const Abilities &abilities);

/// Whether \a copy has the owner and rights that rightsOfCopy() says.
[[nodiscard]] bool hasRights(const Entry &copy, const Entry &source, const Abilities &abilities);

/// Whether \a mode gives the group or others something of a file or folder that \a wanted does
/// not. Who may run a file but not read it has no more of it.
[[nodiscard]] bool isWider(EntryKind kind, unsigned mode, unsigned wanted);

/// \a linkTarget and \a attributes stay empty.
[[nodiscard]] Entry entryOf(const FileStatus &status);

/// Differs when anything in \a entry does, so also for a content that changed
/// while size and times were set back.
[[nodiscard]] Version versionOf(const Entry &entry);

[[nodiscard]] timespec timespecOf(std::int64_t nanoseconds);
/// Of a time before 1677-09-21 or after 2262-04-11: the nearest that can be said.
[[nodiscard]] std::int64_t nanosecondsOf(timespec time);

/// What stands between a target entry and its source.
enum class Difference : unsigned char {
    None,
    Metadata, ///< same content, other permissions, owner or (folders, links) times
    Content,
};

/// Compares as rsync does: a file with the same size and time has the same content. What the
/// target cannot hold is no difference: \a abilities are those where \a target is.
[[nodiscard]] Difference compare(const Entry &source, const Entry &target,
                                 const Abilities &abilities);

/// One property a line, for a person.
[[nodiscard]] std::string describe(const Entry &entry, FileOwnership ownership);

} // namespace qontroller::foldermirror
