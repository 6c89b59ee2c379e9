// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <string>
#include <vector>

namespace qontroller {

/// Numbers of workers that were changed for a time, and what they go back to. Not thread-safe.
class Reversals
{
public:
    struct Reversal
    {
        std::string controller; ///< its name: it may have started anew meanwhile
        int workers = 0;        ///< until then
        int before = 0;
        TimePoint at;
    };

    /// If the number of that controller is to go back already, it goes back to what it was before
    /// that, at the new time.
    void add(Reversal reversal);
    /// Those whose time has come, which are over then.
    [[nodiscard]] std::vector<Reversal> takeDue(TimePoint now);
    /// TimePoint::max(): there is none.
    [[nodiscard]] TimePoint next() const;

private:
    std::vector<Reversal> m_all;
};

} // namespace qontroller
