// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QAbstractItemView;
class QKeyEvent;
class QWidget;

namespace qontroller::ui {

/// Draws a frame over \a widget while it has the focus: for what scrolls with the keys, but
/// shows nothing of the focus by itself. Owned by the widget.
void markFocusOf(QWidget &widget);

/// For after \a view has taken \a event: a key that moves, but has nowhere to go, selects the
/// row that has the frame, as it selects the one that it moves to.
void selectFramed(QAbstractItemView &view, const QKeyEvent &event);

} // namespace qontroller::ui
