// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace qontroller::ui {

/// Draws a frame over \a widget while it has the focus: for what scrolls with the keys, but
/// shows nothing of the focus by itself. Owned by the widget.
void markFocusOf(QWidget &widget);

} // namespace qontroller::ui
