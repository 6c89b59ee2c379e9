// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QStringList>

class QWidget;

namespace qontroller::ui {

/// The words of menus, buttons, tabs, columns and docks that \a window shows, sorted: what a
/// person finds again in a picture of it. Without what counts, as in *Failures (3)*.
[[nodiscard]] QStringList visibleWords(const QWidget &window);

} // namespace qontroller::ui
