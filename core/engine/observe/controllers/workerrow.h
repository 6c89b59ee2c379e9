// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/engine/api/objectid.h"

#include <cstdint>

namespace qontroller {

/// One worker of a controller.
struct WorkerRow
{
    int number = 0; ///< from 1
    ObjectId id; ///< empty while idle
    TimePoint since;
    std::uint64_t done = 0;
    Duration busy{}; ///< in all, since it started
    bool stuck = false;
};

} // namespace qontroller
