// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/foldermirror/mirrorrecord.h"
#include "core/engine/api/listerwatcher.h"

#include <optional>
#include <string>
#include <vector>

namespace qontroller::foldermirror {

/// What a list has come to know.
struct ListFacts
{
    /// What the target was a copy of before; nothing if it does not say.
    std::optional<MirrorRecord> before;
    /// It was this program that said so, since it started.
    bool isOwn = false;

    std::string source; ///< its path, for messages
    FolderIdentity root;
    Mounts mounts;                    ///< that are there now
    std::vector<std::string> gone;    ///< mounts of before that are not there now
    std::vector<std::string> surplus; ///< paths that only the target has, and not below gone ones
    std::string unreadable;           ///< a sentence, if something could not be read
    std::vector<std::string> below;   ///< how the ids begin of which nothing is known for that
};

struct Judgement
{
    ListResult result;
    MirrorRecord record; ///< what the target is a copy of now
};

/// What the engine may conclude from a list, and what is to be known at the next one. Pure.
[[nodiscard]] Judgement judge(const ListFacts &facts);

} // namespace qontroller::foldermirror
