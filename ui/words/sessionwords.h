// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/control/sessionport.h"

#include <QtCore/QString>

namespace qontroller::ui {

/// What happens to a controller: `starts anew: parameters`.
[[nodiscard]] QString wordsOf(const SessionStep &step);
/// How far it is: `done`, `failed: …`; empty while it is planned.
[[nodiscard]] QString stateOf(const SessionStep &step);
/// All problems, or how many controllers are not touched and what came of the rest.
[[nodiscard]] QString summaryOf(const ApplyStatus &status, ApplyMode mode);

} // namespace qontroller::ui
