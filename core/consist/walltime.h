// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/duration.h"

#include <chrono>

namespace qontroller::consist {

/// A time that outlives the process: on disk and on screen. A wall clock may be set back, so
/// nothing but display and the drain deadline depends on it.
using WallTime = std::chrono::time_point<std::chrono::system_clock, Duration>;

} // namespace qontroller::consist
