// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/options.h"
#include "core/engine/control/journalport.h"

#include <optional>
#include <vector>

namespace qontroller {

/// What a start does with what differed from the session before.
struct ResumedChanges
{
    ControllerOptions options; ///< to start with
    ControllerChanges kept = {};
    std::vector<ChangedOption> overruled =
        {};                               ///< the session gives another value by now, which counts
    std::uint64_t damaged = 0;            ///< rows of them that are not what was written
    bool hasRunOut = false;               ///< the time of a number of workers, which has gone back
};

/// \a changes hold where the session still gives what it gave: \a given are the options that it
/// gives now. Those that do not hold together are all overruled. What it says itself by now is no
/// change any more.
[[nodiscard]] ResumedChanges resume(const ControllerChanges &changes,
                                    const ControllerOptions &given, WallTime now);

/// \a options, but what \a own has in another way than \a given, as with --once, stays so.
[[nodiscard]] ControllerOptions withOwn(ControllerOptions options, const ControllerOptions &own,
                                        const ControllerOptions &given);

} // namespace qontroller
