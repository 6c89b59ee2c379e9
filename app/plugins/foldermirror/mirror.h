// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/foldermirror/announcements.h"
#include "app/plugins/foldermirror/departures.h"
#include "app/plugins/foldermirror/doubts.h"
#include "app/plugins/foldermirror/emptying.h"
#include "app/plugins/foldermirror/excludes.h"
#include "app/plugins/foldermirror/keptfolders.h"
#include "app/plugins/foldermirror/source.h"
#include "app/plugins/foldermirror/targettree.h"
#include "app/plugins/foldermirror/temporaryfile.h"
#include "core/base/clock.h"

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
};

/// What the parts of one mirror share. Each member is thread-safe.
struct Mirror
{
    explicit Mirror(const MirrorOptions &options);

    Source source;
    TemporaryNames names;
    TargetTree target;
    KeptFolders keptFolders;
    Announcements announcements;
    Departures departures;
    Emptying emptying;
    Doubts doubts;
    const Excludes excludes;
    const ContentCheck contentCheck;
    const std::function<std::int64_t()> clock;
    const Clock &steadyClock;
};

} // namespace qontroller::foldermirror
