// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QSize>

namespace qontroller::ui {

/// Of \a wanted what a window can have on a screen with \a available room: its frame,
/// which comes with the window system later, takes some.
[[nodiscard]] QSize fittingSize(QSize wanted, QSize available);

} // namespace qontroller::ui
