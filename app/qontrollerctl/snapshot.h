// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/qontrollerctl/verbs.h"
#include "core/engine/observe/controllers/controllerview.h"

#include <optional>
#include <vector>

namespace qontroller {

/// A host's controllers at one moment, without their objects.
struct Snapshot
{
    TimePoint now;
    std::vector<ControllerView> controllers;

    /// Null if there is none that is called \a name.
    [[nodiscard]] const ControllerView *find(std::string_view name) const;
};

[[nodiscard]] tl::expected<Snapshot, CtlProblem> takeSnapshot(remote::RemoteHost &host);

/// What to say of a controller that \a text names and that does not run at \a host: it may be one
/// that was not started, or that is about to be.
[[nodiscard]] CtlProblem notThere(const std::string &text, CtlHost host);

/// The controller that is named by the first word after the verb, where the line is to have
/// \a words words, as \a example has.
[[nodiscard]] tl::expected<ControllerView, CtlProblem> namedController(const CtlLine &line,
                                                                       CtlHost host,
                                                                       std::size_t words,
                                                                       const char *example);

/// The same, of one that commands still reach: not while it is being removed.
[[nodiscard]] tl::expected<ControllerView, CtlProblem> steeredController(const CtlLine &line,
                                                                         CtlHost host,
                                                                         std::size_t words,
                                                                         const char *example);
/// Why commands do not reach \a controller any more.
[[nodiscard]] std::optional<CtlProblem> whyNotSteered(const ControllerView &controller);

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
                                                              const std::string &text,
                                                              CtlHost host);

} // namespace qontroller
