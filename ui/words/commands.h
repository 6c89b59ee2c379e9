// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/control/command.h"

#include <QtCore/QString>

namespace qontroller::ui {

/// What \a action does, without its ids: `Pause 3 objects for 5 min: network`.
[[nodiscard]] QString describeAction(const Action &action);

/// The items that \a action names; empty where it is about a whole controller.
[[nodiscard]] const Ids &idsOf(const Action &action);

/// How many runs \a action asks for, each with an outcome of its own.
[[nodiscard]] std::size_t runsOf(const Action &action);

} // namespace qontroller::ui
