// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/controllerparts.h"
#include "core/engine/observe/controllers/processmonitor.h"
#include "core/plugins/isolation/engine/isolationsettings.h"

#include <tl/expected.hpp>

#include <memory>
#include <string>

namespace qontroller {

/// A controller whose parts are in a process of their own.
struct IsolatedController
{
    ControllerParts parts; ///< call into the process, and keep it until the last of them ends
    std::shared_ptr<ProcessMonitor> process;
    bool bringsLocker = false; ///< the plugin made a locker, which stays unused
};

/// Starts the process, waits until the controller is made there, and gives parts that
/// stand for those. \a clock outlives them.
[[nodiscard]] tl::expected<IsolatedController, isolation::Refusal> isolate(
    IsolationSettings settings, Clock &clock = SteadyClock::instance());

} // namespace qontroller
