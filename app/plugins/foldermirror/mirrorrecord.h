// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/foldermirror/mounts.h"

#include <optional>
#include <string>
#include <string_view>

namespace qontroller::foldermirror {

class TargetTree;

/// What a target is a copy of. It is kept in the target, as a file in its root: so it is where the
/// target is, survives a restart, and is another one when the target is; and of two mirrors
/// with one target each sees that the other has been there.
struct MirrorRecord
{
    std::string source; ///< its path, for messages
    FolderIdentity root;
    Mounts mounts; ///< below the root, also those that have gone
    /// What only the target had when this was written was surplus in a source that was the same as
    /// before. False: the source was another one, and what is left in the target is not decided.
    bool isSettled = false;

    friend bool operator==(const MirrorRecord &, const MirrorRecord &) = default;

    /// The name of the file. It is never mirrored, and in a target it is not surplus.
    static constexpr std::string_view FileName = ".qontroller-mirror.source";

    [[nodiscard]] std::string text() const;
    /// Nothing if \a text is not one.
    [[nodiscard]] static std::optional<MirrorRecord> of(std::string_view text);
};

/// Whether \a name is that of a file that mirrors have for themselves, or of an owner's mark: they
/// neither copy nor remove it as something of the source or the target.
[[nodiscard]] bool isOurs(std::string_view name);

/// Whether \a folder, a path from the open folder \a from on, has a record, so that it is a
/// mirror's target.
[[nodiscard]] bool hasRecord(int from, const std::string &folder);

/// Whether the folder \a name in the open folder \a folder of a target is not this mirror's: a file
/// system is mounted there, or it is another mirror's target.
[[nodiscard]] bool isOfOthers(int folder, const std::string &name);

/// Reads the record of \a target; nothing if there is none that can be used.
[[nodiscard]] std::optional<MirrorRecord> readRecord(TargetTree &target);

/// Writes it, whole or not at all; the target is made if it is not there. Returns 0 or an `errno`.
[[nodiscard]] int writeRecord(TargetTree &target, const MirrorRecord &record);

} // namespace qontroller::foldermirror
