// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/api/optiontable.h"

#include <QtCore/QString>

/// What the table of options says for people, in the window's language.
namespace qontroller::ui {

[[nodiscard]] QString titleOf(const ControllerOption &option);
[[nodiscard]] QString titleOf(const OptionGroup &group);
/// A sentence on it; empty: its title says all.
[[nodiscard]] QString explain(const ControllerOption &option);

} // namespace qontroller::ui
