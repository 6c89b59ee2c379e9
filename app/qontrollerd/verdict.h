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

/// So many failed lists in a row, and none before them, and --until-idle waits no longer.
inline constexpr std::uint64_t MostFailedLists = 5;
[[nodiscard]] bool isGivenUp(const ControllerStatus &status);

} // namespace qontroller
