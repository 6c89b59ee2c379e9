// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/common/absences.h"
#include "app/plugins/common/ownersmark.h"
#include "app/plugins/foldermirror/announcements.h"
#include "app/plugins/foldermirror/departures.h"
#include "app/plugins/foldermirror/doubts.h"
#include "app/plugins/foldermirror/emptying.h"
#include "app/plugins/foldermirror/excludes.h"
#include "app/plugins/foldermirror/keptfolders.h"
#include "app/plugins/foldermirror/restless.h"
#include "app/plugins/foldermirror/source.h"
#include "app/plugins/foldermirror/targettree.h"
#include "app/plugins/foldermirror/temporaryfile.h"
#include "core/base/threads/clock.h"

#include <cstdint>
#include <functional>
#include <string>

namespace qontroller::foldermirror {

/// When a file is read to tell whether its copy is right. Same size and time: same content, …
enum class ContentCheck : unsigned char {
    OfChanges,  ///< … unless something else about the file has changed since
    ByMetadata, ///< … always
    ByReading,  ///< … never
};

/// Whether a target that no mirror has written to so far is taken.
enum class NewTarget : unsigned char {
    Allowed,
    Refused, ///< it may be the place where a disk is not mounted
};

/// Where a mirror reads and writes, and how.
struct MirrorOptions
{
    std::string source; ///< absolute
    std::string target; ///< absolute; made if it is not there
    ContentCheck contentCheck = ContentCheck::OfChanges;
    Durability durability = Durability::Flushed;
    Excludes excludes = {};

    /// Nanoseconds since 1970, to be compared with times of files. Null: the system's clock.
    std::function<std::int64_t()> clock;
    /// For the turns of what has to be read.
    const Clock *steadyClock = &SteadyClock::instance();
    /// How long something has to be away before its copy is removed.
    Duration deletionDelay = Absences::Patience;
    NewTarget newTarget = NewTarget::Allowed;
    TargetUse use = TargetUse::Alone;
    MarkOptions mark = {}; ///< for other hosts with the same target
};

/// What the parts of one mirror share. Each member is thread-safe.
struct Mirror
{
    explicit Mirror(const MirrorOptions &options);

    Source source;
    TemporaryNames names;
    OwnersMark mark;
    TargetTree target;
    KeptFolders keptFolders;
    Announcements announcements;
    Departures departures;
    Emptying emptying;
    Doubts doubts;
    Restless restless;
    Absences absences;
    const NewTarget newTarget;
    const Excludes excludes;
    const ContentCheck contentCheck;
    const std::function<std::int64_t()> clock;
    const Clock &steadyClock;
};

} // namespace qontroller::foldermirror
