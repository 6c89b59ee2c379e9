// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QVariant>
#include <QtGui/QIcon>

#include "ui/words/names.h"

class QLineEdit;

namespace qontroller::ui {

/// The icon of a state in the colours of the current theme, also for selected rows.
/// The shapes alone tell states apart; see resources/states.
[[nodiscard]] const QIcon &iconOf(ItemState state);

/// One of our own symbols (`live`, `stale`, `frozen`) in \a color.
[[nodiscard]] QIcon symbol(const QString &name, const QColor &color);

/// The mark of a host: a square in \a colour, which is written `#rrggbb`, and only its border if
/// what is known of the host \a isOld. Nothing if there is no colour.
[[nodiscard]] QVariant colourMark(const QString &colour, bool isOld = false);

/// An action's icon from the freedesktop theme.
[[nodiscard]] QIcon themeIcon(const char *name);

/// Gives \a edit, which has no actions yet, a button that empties it.
void addClearButton(QLineEdit &edit);

} // namespace qontroller::ui
