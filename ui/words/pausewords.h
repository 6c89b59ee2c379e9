// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QString>

#include "core/base/threads/clock.h"
#include "core/engine/observe/events/eventrecord.h"

#include <string_view>

namespace qontroller::ui {

/// Why something is paused and when that ends: `maintenance, resumes in 12 min 30 s`.
/// Empty if there is neither; \a until of TimePoint{}: it does not end by itself.
[[nodiscard]] QString pauseText(std::string_view reason, TimePoint until, TimePoint now);

/// That \a end, which is one of a pause, came by itself: of an item, of several, or of
/// \a controller.
[[nodiscard]] QString pauseEndText(const EventRecord &end, const QString &controller);

} // namespace qontroller::ui
