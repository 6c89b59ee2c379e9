// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/text/duration.h"

#include <chrono>
#include <string>

namespace qontroller {

/// ` until 14:30`, as the clock is where the program runs, and with its date if that is not the one
/// of \a now: ` until 2026-12-03 14:30`. Empty if \a end is none.
[[nodiscard]] std::string untilInWords(
    std::chrono::time_point<std::chrono::system_clock, Duration> end,
    std::chrono::time_point<std::chrono::system_clock, Duration> now);

} // namespace qontroller
