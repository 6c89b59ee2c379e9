// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/foldermirror/announcements.h"
#include "app/plugins/foldermirror/source.h"
#include "app/plugins/foldermirror/targettree.h"
#include "app/plugins/foldermirror/temporaryfile.h"

#include <cstdint>
#include <functional>
#include <string>

namespace qontroller::foldermirror {

enum class ContentCheck : unsigned char {
    ByMetadata, ///< same size and time: same content
    ByReading,  ///< byte by byte
};

/// Where a mirror reads and writes, and how.
struct MirrorOptions
{
    std::string source; ///< absolute
    std::string target; ///< absolute; made if it is not there
    ContentCheck contentCheck = ContentCheck::ByMetadata;
    Durability durability = Durability::Flushed;

    /// Nanoseconds since 1970, to be compared with times of files. Null: the system's clock.
    std::function<std::int64_t()> clock;
};

/// What the parts of one mirror share. Each member is thread-safe.
struct Mirror
{
    explicit Mirror(const MirrorOptions &options);

    Source source;
    TargetTree target;
    TemporaryNames names;
    Announcements announcements;
    const ContentCheck contentCheck;
    const std::function<std::int64_t()> clock;
};

} // namespace qontroller::foldermirror
