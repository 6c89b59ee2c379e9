// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/common/ownersmark.h"
#include "app/plugins/process/supervisor.h"
#include "core/engine/api/controllerparts.h"

#include <string>

namespace qontroller::supervision {

/// Where a controller of processes finds and leaves things; absolute paths.
struct ProcessOptions
{
    std::string folder;    ///< of the specs
    std::string state;     ///< what runs, and logs
    std::string logWriter; ///< the program qontroller-logwriter
    OnStop onStop = OnStop::Stop;
    Duration deletionDelay = std::chrono::seconds(1); ///< of specs; zero: at once
    StateFolder::Use use = StateFolder::Use::Alone;
    MarkOptions mark = {}; ///< for other hosts with the same folder
};

/// Makes the parts of a controller; touches nothing before they are used.
[[nodiscard]] ControllerParts makeProcessParts(const ProcessOptions &options);

} // namespace qontroller::supervision
