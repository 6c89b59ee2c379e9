// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/observe/rows.h"

#include <cstddef>
#include <string>

namespace qontroller {

/// Attempts that are kept of an item that had trouble …
inline constexpr std::size_t AttemptsKept = 16;
/// … and bytes of what these said, so that many items in trouble do not add up. The last
/// attempt is kept whatever it said.
inline constexpr std::size_t AttemptBytesKept = std::size_t{12} << 10;

/// What \a text has on the heap.
[[nodiscard]] inline std::size_t heapBytes(const std::string &text)
{
    static const std::size_t inPlace = std::string().capacity();
    return text.capacity() > inPlace ? text.capacity() + 1 : 0;
}

/// Drops the oldest of \a attempts, a queue with the newest last, until they keep within both.
template<class Attempts>
void keepNewest(Attempts &attempts)
{
    std::size_t bytes = 0;
    for (const AttemptRecord &attempt : attempts)
        bytes += heapBytes(attempt.outcome.text);
    while (attempts.size() > AttemptsKept || (attempts.size() > 1 && bytes > AttemptBytesKept)) {
        bytes -= heapBytes(attempts.front().outcome.text);
        attempts.pop_front();
    }
}

} // namespace qontroller
