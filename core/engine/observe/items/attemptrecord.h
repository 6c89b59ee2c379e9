// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/engine/observe/events/said.h"

#include <cstdint>

namespace qontroller {

/// One attempt of an item that had trouble.
struct AttemptRecord
{
    TimePoint started;
    Duration took{};
    std::uint16_t causes = 0;
    bool removal = false;
    bool success = false;
    Said outcome;
};

} // namespace qontroller
