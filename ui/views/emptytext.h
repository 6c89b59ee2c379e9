// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QString>

class QWidget;

namespace qontroller::ui {

/// Writes into the middle of \a viewport why there is nothing, and below what next.
void paintEmptyText(QWidget &viewport, const QString &why, const QString &next);

} // namespace qontroller::ui
