// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/plugins/isolation/wire/protocol.h"

#include <functional>
#include <string>
#include <string_view>

namespace qontroller {

/// How patient the engine is with a process. All above 0.
struct IsolationPatience
{
    /// From its start to the word that the controller is made; then it is ended.
    Duration start = std::chrono::seconds(10);
    /// Before the first restart; doubles …
    Duration firstBackOff = std::chrono::seconds(1);
    /// … up to this …
    Duration longestBackOff = std::chrono::seconds(30);
    /// … and begins again after a process that has run for so long.
    Duration wellAfter = std::chrono::minutes(1);
    /// For an attempt that was asked to stop; then the process is ended with all that
    /// it does. Lists, watches and descriptions may take longer.
    Duration cancel = std::chrono::seconds(10);
    /// For the process when its controller has stopped; then it is ended. More than the ten seconds
    /// that *process* gives its processes if nothing else is said.
    Duration end = std::chrono::seconds(12);
};

/// What an isolated controller is made of.
struct IsolationSettings
{
    std::string program; ///< the path of qontroller-pluginhost
    isolation::CreateRequest create;
    IsolationPatience patience;
    /// Takes each line that the process prints, on a thread of the process's own. Returns soon.
    std::function<void(std::string_view line)> output;
};

} // namespace qontroller
