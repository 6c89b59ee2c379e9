// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerctl/verbs.h"
#include "core/observe/feed.h"

#include <vector>

namespace qontroller {

/// What a host has at one moment.
struct Snapshot
{
    TimePoint now;
    std::vector<ControllerDelta> controllers; ///< with all rows in `changed`

    /// Null if there is none that is called \a name.
    [[nodiscard]] const ControllerDelta *find(std::string_view name) const;
};

/// Controllers, and their objects if \a reads says so.
[[nodiscard]] tl::expected<Snapshot, CtlProblem> takeSnapshot(remote::RemoteHost &host,
                                                              Reads reads);

/// What \a error means for the program.
[[nodiscard]] CtlProblem problemOf(const remote::RemoteError &error);

/// One object as a person names it, CONTROLLER/ID, where both may have slashes: the longest name of
/// a controller counts.
struct ObjectName
{
    ControllerId controller = 0;
    std::string controllerName;
    ObjectId id;
};
[[nodiscard]] tl::expected<ObjectName, CtlProblem> findObject(const Snapshot &snapshot,
                                                              const std::string &text);

} // namespace qontroller
