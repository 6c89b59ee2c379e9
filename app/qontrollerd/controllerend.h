// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/host/host.h"

#include <string>

namespace qontroller {

/// What is wrong with the lists of a controller that has ended, in words; empty: the last was
/// complete.
[[nodiscard]] std::string listTrouble(const ControllerStatus &status);

/// Whether a controller that has ended left something that is not in order.
[[nodiscard]] bool isTroubled(const ControllerStatus &status);

/// How many of a controller's first lists have to fail until --until-idle waits for it no longer.
inline constexpr std::uint64_t MostFailedLists = 5;
/// Whether --until-idle waits no longer for this controller.
[[nodiscard]] bool isGivenUp(const ControllerStatus &status);

} // namespace qontroller
