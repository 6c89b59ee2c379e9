// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"

#include <cstdint>
#include <string>

namespace qontroller {

/// Somebody has seen what a key of keyOf() names. Until that changes, or a time has come, it alarms
/// nobody.
struct Acknowledgement
{
    std::string key;
    std::string who;
    std::string reason; ///< may be empty
    WallTime at;
    WallTime until;          ///< WallTime{}: until it changes
    std::uint64_t count = 0; ///< as many there were: with more of them it does not hold any more

    friend bool operator==(const Acknowledgement &, const Acknowledgement &) = default;
};

} // namespace qontroller
