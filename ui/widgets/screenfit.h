// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QSize>

class QWidget;

namespace qontroller::ui {

/// Of \a wanted what a window can have on a screen with \a available room: its frame,
/// which comes with the window system later, takes some.
[[nodiscard]] QSize fittingSize(QSize wanted, QSize available);

/// Makes \a dialog, whose layout is complete, \a width wide, and as high as its sentences are that
/// wrap there. It never gets narrower.
void fitToWidth(QWidget &dialog, int width);

} // namespace qontroller::ui
