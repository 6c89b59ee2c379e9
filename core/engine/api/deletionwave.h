// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/text/duration.h"

#include <chrono>
#include <cstdint>

namespace qontroller {

/// What a guard has counted in the wave that goes on: see DeletionGuard, VanishingGuard.
struct DeletionWave
{
    std::uint64_t known = 0; ///< when it began; 0: none goes on
    std::uint64_t gone = 0;  ///< admitted in it
    /// One was admitted, or a removal ended.
    std::chrono::time_point<std::chrono::steady_clock, Duration> last;

    /// Field by field.
    friend bool operator==(const DeletionWave &, const DeletionWave &) = default;
};

} // namespace qontroller
