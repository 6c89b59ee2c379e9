// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/queue/hand.h"

#include <cstdint>
#include <memory>

namespace qontroller {

/// One worker's place at the queue: what it holds, for others to see.
///
/// Guarded by the queue's lock, but what Hand says of itself; lives longer than any lease it takes.
struct Seat
{
    int number = 0;                      ///< from 1
    bool leaving = false;                ///< take() is to return nothing
    bool left = false;                   ///< take() has returned nothing: its worker ends
    Run *run = nullptr;                  ///< null while idle, and while the run is in `hand`
    Item *item = nullptr;                ///< of the run
    Duration lastWait = Duration::max(); ///< for what take() has given last
    std::uint64_t done = 0;
    Duration busy{};
    std::unique_ptr<Hand> hand{}; ///< null before the first run has ended

    /// A run has ended.
    void count(Duration took)
    {
        ++done;
        busy += took;
    }
};

} // namespace qontroller
