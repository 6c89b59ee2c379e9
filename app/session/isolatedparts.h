// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/session/session.h"
#include "core/plugins/isolation/engine/isolate.h"
#include "core/plugins/load/plugincatalogue.h"

#include <tl/expected.hpp>

namespace qontroller {

/// Starts the process of an isolated controller, which loads the plugin. What it prints
/// becomes lines of the log. Paths begin at the controller.
[[nodiscard]] tl::expected<IsolatedController, JsonProblems> makeIsolatedParts(
    const SessionController &controller, PluginCatalogue &plugins,
    const ControllerContext &context);

} // namespace qontroller
