// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QString>

#include "core/engine/observe/events/said.h"
#include "core/engine/observe/items/explanation.h"

/// The engine's facts as sentences in the operator's language.
namespace qontroller::ui {

/// One line, with times as they are at \a now.
[[nodiscard]] QString wordsOf(const Explanation &fact, TimePoint now);

/// Foreign text stays as it came.
[[nodiscard]] QString wordsOf(const Said &said);

} // namespace qontroller::ui
