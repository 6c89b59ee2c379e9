// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/simulator/simulation.h"
#include "core/engine/api/controllerparts.h"

#include <memory>
#include <string>

namespace qontroller::simulator {

/// The parts of a controller whose world is \a simulation, for one controller only:
/// the simulation ends with it. With a locker only if something is contested.
[[nodiscard]] ControllerParts makeSimulatorParts(const std::shared_ptr<Simulation> &simulation);

/// What version \a version of an object looks like, a property a line.
[[nodiscard]] std::string describe(const ObjectId &id, Version version);

} // namespace qontroller::simulator
