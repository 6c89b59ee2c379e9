// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/consist/consistruntime.h"
#include "app/session/session.h"
#include "core/engine/host/host.h"
#include "core/plugins/load/plugincatalogue.h"

#include <tl/expected.hpp>

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace qontroller {

/// What is wrong with one controller's plugin, parameters and options, as far as it
/// can be told without loading a plugin. Paths begin at the controller.
[[nodiscard]] JsonProblems check(const SessionController &controller,
                                 const PluginCatalogue &plugins);

/// Makes what a host starts: options are the plugin's defaults with the session's on
/// top, parts come from the plugins. Loads them, isolated ones in their processes; starts
/// no controller. \a consist outlives what comes back. Paths as for check().
[[nodiscard]] tl::expected<ControllerSpec, JsonProblems> assemble(
    const SessionController &controller, PluginCatalogue &plugins, ConsistRuntime &consist);

/// All that is wrong with \a reading: what it says itself, and check() of what it could read.
/// Paths begin at the session.
[[nodiscard]] JsonProblems check(const SessionReading &reading, const PluginCatalogue &plugins);

/// The same, and what plugins say when they make the parts of controllers that check() finds right,
/// but perhaps for their options. Loads these plugins; but not for controllers that are named in
/// \a leftOut.
[[nodiscard]] JsonProblems checkByMaking(const SessionReading &reading, PluginCatalogue &plugins,
                                         const std::set<std::string> &leftOut = {});

/// What the plugins of a controller are given, to see whether it is the same: with defaults, with
/// files that it refers to as they are now. Digests, for there may be secrets in it.
struct PluginInput
{
    std::string parameters;
    std::string locker; ///< empty: it has none

    friend bool operator==(const PluginInput &, const PluginInput &) = default;
};
[[nodiscard]] PluginInput inputOf(const SessionController &controller,
                                  const PluginCatalogue &plugins);

/// The plugin's defaults with the session's options on top.
[[nodiscard]] ControllerOptions optionsOf(const SessionController &controller,
                                          const PluginCatalogue &plugins);

/// Takes a controller whose own process crashed or gave no answer while its parts were made, with a
/// sentence that says so.
using KeepBack = std::function<void(const SessionController &controller, const std::string &why)>;

/// Every controller of \a session but those that are named in \a leftOut or given to \a keepBack
/// (without one such a crash is a problem as well), or all that is wrong with those that are not
/// right; paths begin at the session. Checks all before it loads any.
[[nodiscard]] tl::expected<std::vector<ControllerSpec>, JsonProblems> assemble(
    const Session &session, PluginCatalogue &plugins, ConsistRuntime &consist,
    const std::set<std::string> &leftOut = {}, const KeepBack &keepBack = {});

} // namespace qontroller
