// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/observe/controllers/histogram.h"

namespace qontroller {

/// Latencies since the controller started, over all workers.
struct Latencies
{
    Histogram queue;   ///< from ready to taken
    Histogram work;    ///< from taken to finished
    Histogram handler; ///< `add` and `remove`
};

} // namespace qontroller
