// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/control/command.h"
#include "core/engine/control/journalport.h"

namespace qontroller {

/// What makes of a controller that differs from its session by \a changes what the session says. A
/// number of workers that is for a time ends with it. Leaves out what this program does not know.
[[nodiscard]] SetOptions goBack(const ControllerChanges &changes);

} // namespace qontroller
