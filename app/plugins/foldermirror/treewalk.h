// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/foldermirror/mirror.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

namespace qontroller::foldermirror {

/// What a walk could not look into: the first failure and how many there were.
struct Unreadable
{
    std::uint64_t count = 0;
    std::string first; ///< a sentence

    void note(const Failure &failure);
    /// One sentence for all; empty if there is nothing to say.
    [[nodiscard]] std::string sentence() const;
};

/// Called for each entry that a walk comes to. False ends the walk.
using Visit = std::function<bool(const std::string &path, const Entry &entry)>;

/// Goes through the source: every entry below \a root but our temporary ones, a
/// folder before what is in it. What vanishes meanwhile is left out.
[[nodiscard]] Unreadable walkSource(const SafeTree &tree, int root, const Visit &visit,
                                    const std::stop_token &stop);

/// Goes through the target for *orphans*: entries that the source does not have.
/// Removes stale temporary entries as it comes to them. Below a folder that
/// cannot be read in the source there are no orphans: it cannot be told.
[[nodiscard]] Unreadable walkOrphans(Mirror &mirror, int sourceRoot, const Visit &visit,
                                     const std::stop_token &stop);

} // namespace qontroller::foldermirror
