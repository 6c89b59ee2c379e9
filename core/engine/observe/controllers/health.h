// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/observe/controllers/controllerview.h"

#include <string>

namespace qontroller {

/// Whether a controller does its work.
enum class Health : std::uint8_t {
    Good,
    Degraded, ///< it does, but not all of it, or it may stop
    Bad,      ///< it does not, or waits for a person
};

[[nodiscard]] std::string_view name(Health health);

struct HealthReport
{
    Health health = Health::Good;
    std::string
        reason; ///< of what is worst the first from the cause outwards, in English; or empty. If
                ///< nothing runs it begins with why, also where something else is worse. While
                ///< all is good it may say how many objects are paused
};

/// What \a controller says of itself, at \a now.
[[nodiscard]] HealthReport healthOf(const ControllerView &controller, TimePoint now);

} // namespace qontroller
