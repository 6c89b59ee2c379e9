// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/plugins/isolation/engine/isolationsettings.h"

#include <algorithm>

namespace qontroller::isolation {

/// How long to wait before the next start: \a last is the wait before the start of
/// the process that has ended now (0: there was none), \a ran how long it has run.
[[nodiscard]] inline Duration nextBackOff(Duration last, Duration ran,
                                          const IsolationPatience &patience)
{
    if (last <= Duration::zero() || ran >= patience.wellAfter)
        return patience.firstBackOff;
    return last >= patience.longestBackOff / 2 ? patience.longestBackOff : last * 2;
}

} // namespace qontroller::isolation
