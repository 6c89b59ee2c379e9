// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/filter/filter.h"

namespace qontroller::ui {

/// The filter that \a text means, or what is wrong with it.
[[nodiscard]] Filter::Parsed parseFilter(const QString &text);

} // namespace qontroller::ui
