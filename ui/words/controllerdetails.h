// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QStringList>

#include "core/engine/observe/controllers/controllerview.h"

/// What there is to know of a controller besides what needs a person, as lines of text. Times are
/// those of the clock, so that the text changes only when what it says does.
namespace qontroller::ui {

/// What \a view, which is as at \a moment, does or does not do that its objects depend on.
[[nodiscard]] QStringList stepsOf(const ControllerView &view, const Moment &moment);

/// Its limits, its last list, and \a differences from its session, each below a heading.
[[nodiscard]] QString detailsOf(const ControllerView &view, const Moment &moment,
                                const QStringList &differences);

} // namespace qontroller::ui
