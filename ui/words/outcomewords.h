// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QString>

#include "core/engine/control/commandoutcome.h"

namespace qontroller::ui {

/// What inWords() says of \a parts, in the operator's language.
[[nodiscard]] QString outcomeText(const OutcomeParts &parts);

} // namespace qontroller::ui
