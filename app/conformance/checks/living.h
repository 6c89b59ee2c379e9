// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/conformance/harness/stepper.h"

/// What checks of that which outlives an instance share.
namespace qontroller::conformance {

/// Everything that an instance does, from create() to its end: it lists and watches, and it makes,
/// describes and removes objects that are new each time. Without commands of the world only what is
/// there is handled, and nothing is removed.
void live(Bench &bench, const World &world, Dice &dice);

/// As the report says how far that went.
[[nodiscard]] std::string howFarLived(const World &world);

/// What \a after has and \a before has not, as the end of a sentence; both are by numbers.
[[nodiscard]] std::string newIn(const State &after, const State &before);

} // namespace qontroller::conformance
