// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/simulatedfleet/fleet.h"
#include "core/engine/api/controllerparts.h"

#include <memory>
#include <string>

namespace qontroller::simulatedfleet {

/// The parts of a consist controller called \a name whose world is \a fleet.
[[nodiscard]] ControllerParts makeFleetParts(const std::shared_ptr<Fleet> &fleet,
                                             const std::string &name);

} // namespace qontroller::simulatedfleet
