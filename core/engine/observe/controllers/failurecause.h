// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace qontroller {

/// Objects of one controller that are given up with errors that have one signature: see
/// errorSignature(). They count as Gauges::givenUp does.
struct FailureCause
{
    std::string signature = {}; ///< empty: of all that have no place among MostFailureCauses
    std::uint64_t count = 0;
    std::uint64_t parked = 0; ///< of these
    TimePoint since = {};     ///< the first of them; kept while others follow
    TimePoint newest = {};    ///< the last of them
    std::string text = {};    ///< what the newest said
};
inline constexpr std::size_t MostFailureCauses = 32;

} // namespace qontroller
