// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/text/duration.h"

namespace qontroller {

/// How long what plugins do at the end of a program may take: destructors, handlers of atexit().
inline constexpr Duration LongestEnd = std::chrono::seconds(10);

/// To be called when all is done that a program has to do, and it only clears up. If it still runs
/// LongestEnd later it ends without that: with \a status if a signal (128 + its number) is why it
/// ends, else with 1. The log names the controllers whose parts do not come to their end. Without a
/// thread for it nothing is watched.
void watchEnd(int status);

} // namespace qontroller
