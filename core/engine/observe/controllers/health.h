// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace qontroller {

/// Whether a controller does its work. The worse is the greater.
enum class Health : std::uint8_t {
    Healthy,
    Working,  ///< its first list has not ended
    Degraded, ///< it does, but not all of it, or it may stop
    Failing,  ///< it does not, or some of its objects have failed
};

[[nodiscard]] std::string_view name(Health health);

struct HealthReport
{
    Health health = Health::Healthy;
    std::string
        reason; ///< of what is worst the first from the cause outwards, in English; or empty. If
                ///< nothing runs it begins with why, also where something else is worse. While
                ///< all is healthy it may say how many objects are paused
};

} // namespace qontroller
