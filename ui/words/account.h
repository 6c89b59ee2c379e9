// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QString>

namespace qontroller::ui {

/// The account that this program runs as: what $USER or $LOGNAME says if that is a name of its
/// uid, else the system's name of the uid, else the uid. Thread-safe.
[[nodiscard]] QString accountName();

} // namespace qontroller::ui
