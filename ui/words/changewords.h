// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/api/optiontable.h"
#include "core/engine/control/journalport.h"

#include <QtCore/QStringList>

namespace qontroller::ui {

/// How a controller that differs from its session is as that says again.
struct WayBack
{
    QStringList differences;   ///< a line on each; none: it does not differ
    ControllerOptions options; ///< with which it runs then
};

/// The way back of a controller that runs with \a running and has \a changes. They may be older
/// than that: what it does not run with any more is none.
[[nodiscard]] WayBack wayBack(const ControllerOptions &running, const ControllerChanges &changes);

/// `Workers: 8 until 15:04, then 4`
[[nodiscard]] QString wordsOf(const TemporaryWorkers &workers);

} // namespace qontroller::ui
