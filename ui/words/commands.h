// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/control/command.h"

#include <QtCore/QString>

namespace qontroller::ui {

/// What \a action does, without its ids: `Pause 3 objects for 5 min: network`.
[[nodiscard]] QString describeAction(const Action &action);

} // namespace qontroller::ui
