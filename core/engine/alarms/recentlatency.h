// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/engine/observe/controllers/histogram.h"

#include <deque>

namespace qontroller {

/// How long handlers took within the last minutes. For one thread.
class RecentLatency
{
public:
    /// What is looked back at, to within a tenth of it.
    static constexpr Duration Window = std::chrono::minutes(5);

    /// \a all is what was recorded since the controller started. Call it with times that do not go
    /// back.
    void add(const Histogram &all, TimePoint now);
    /// As Histogram::percentile().
    [[nodiscard]] Duration percentile(double fraction) const;

private:
    struct Mark
    {
        TimePoint at;
        Histogram all;
    };
    std::deque<Mark> m_marks; // oldest first: the last before the window, and those in it
    Histogram m_recent;
};

} // namespace qontroller
