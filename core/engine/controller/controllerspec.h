// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/controllerparts.h"
#include "core/engine/api/options.h"
#include "core/engine/api/ownership.h"
#include "core/engine/observe/controllers/processmonitor.h"
#include "core/engine/observe/items/knownitem.h"
#include "core/engine/queue/attemptreports.h"

#include <memory>
#include <string>

namespace qontroller {

/// What is needed to run one controller.
struct ControllerSpec
{
    std::string name;   ///< unique within the host, not empty
    std::string plugin; ///< for display
    ControllerParts parts;
    ControllerOptions options;
    std::shared_ptr<ProcessMonitor> process = nullptr; ///< of the parts; null: this one
    std::shared_ptr<KnownItems> known = nullptr;       ///< what a journal knows; null: nothing
    std::shared_ptr<Ownership> ownership = nullptr;    ///< null: this host owns all objects
    AttemptLog log = {}; ///< for lines of its handlers; empty: they go nowhere
    /// For a host that ends when nothing is left to do: a list in time waits until no object is
    /// ready or runs. Else a list that comes more often than all objects can be handled would give
    /// it work for ever.
    bool listsWhenIdle = false;
    /// Any text that is another one when an id may mean another object, as with other parameters.
    std::string objects = {};
};

} // namespace qontroller
