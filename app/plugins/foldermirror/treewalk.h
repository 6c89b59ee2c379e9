// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/foldermirror/mirror.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace qontroller::foldermirror {

/// What a walk could not look into: the first failure and how many there were.
struct Unreadable
{
    std::uint64_t count = 0;
    std::string first;              ///< a sentence
    std::vector<std::string> below; ///< how the ids begin that are unknown for that

    void note(const Failure &failure, std::string idsBegin);
    /// One sentence for all; empty if there is nothing to say.
    [[nodiscard]] std::string sentence() const;
};

/// Called for each entry that a walk comes to. False ends the walk.
using Visit = std::function<bool(const std::string &path, const Entry &entry)>;

/// What a walk through the source came to beside its entries.
struct SourceWalked
{
    Unreadable unreadable;
    Mounts mounts;
    std::vector<std::string> gone; ///< expected mounts that are not there; not looked into
};

/// Goes through the source: every entry below \a root but our own and what is left alone, a
/// folder before what is in it. What vanishes meanwhile is left out, and so is a folder of \a
/// expected at which nothing is mounted: it is not the one that it stands for.
[[nodiscard]] SourceWalked walkSource(const Mirror &mirror, int root, const Mounts &expected,
                                      const Visit &visit, const std::stop_token &stop);

/// What a walk through the target came to.
struct TargetWalked
{
    Unreadable unreadable;
    std::vector<std::string> surplus; ///< paths that the source does not have
};

/// Goes through the target for what the source does not have. Removes stale temporary entries as
/// it comes to them. What is left alone is no surplus, and neither is a folder in which there is
/// such a thing: mount points, ours, and Mirror::excludes. Below a folder that cannot be read in
/// the source there is none: it cannot be told.
[[nodiscard]] TargetWalked walkTarget(Mirror &mirror, int sourceRoot, const std::stop_token &stop);

} // namespace qontroller::foldermirror
