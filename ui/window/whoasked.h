// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/actions/undo.h"
#include "ui/applicationport.h"

namespace qontroller::ui {

/// Who gave \a command for the controller that its host calls \a controller, as \a asked has it;
/// empty: it does not. Times of \a command are of a clock that says \a now now.
[[nodiscard]] QString whoAsked(const ForeignCommand &command, std::string_view controller,
                               const Moment &moment, const std::vector<AskedCommand> &asked);

} // namespace qontroller::ui
