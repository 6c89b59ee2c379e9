// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/actions/undo.h"
#include "ui/state/operatorlogs.h"

namespace qontroller::ui {

/// Who gave \a command for the controller that its host calls \a controller, as \a asked has it.
/// Times of \a command are of the clock of \a moment.
[[nodiscard]] Asker whoAsked(const ForeignCommand &command, std::string_view controller,
                             const Moment &moment, const OperatorLines &asked);

/// Who paused the controller that its host calls \a controller, for \a reason, last; empty:
/// \a asked does not tell.
[[nodiscard]] QString whoPaused(std::string_view controller, std::string_view reason,
                                const OperatorLines &asked);

} // namespace qontroller::ui
