// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/host/host.h"

#include <string>

namespace qontroller {

/// What is wrong with the lists of a controller that has ended, in words; empty: the last was
/// complete.
[[nodiscard]] std::string listTrouble(const ControllerStatus &status);

/// Whether a controller that has ended left something that is not in order.
[[nodiscard]] bool isTroubled(const ControllerStatus &status);

/// Whether a program that ends when nothing is left to do waits no longer for it, for it is paused
/// and nothing of it runs: its objects are left undone, as those that are paused themselves.
[[nodiscard]] bool restsPaused(const ControllerStatus &status);

/// How many of a controller's first lists have to fail until --until-idle waits for it no longer.
inline constexpr std::uint64_t MostFailedLists = 5;
/// Whether a program that ends when nothing is left to do waits no longer for this controller:
/// as many lists have failed as \a mostFailed, and none has not.
[[nodiscard]] bool isGivenUp(const ControllerStatus &status,
                             std::uint64_t mostFailed = MostFailedLists);

} // namespace qontroller
