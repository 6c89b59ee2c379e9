// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"

#include <cstdint>
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
        int before = 0;         ///< the last number that was to stay
        TimePoint at;
        Duration time{};         ///< that it was asked for
        std::uint64_t words = 0; ///< NamedController::workerWords when it was changed
        std::string who;         ///< asked for it
    };

    /// If the number of that controller is to go back already, and no command has changed it since,
    /// it goes back to what it was before that, at the new time. Gives what it goes back to.
    int add(Reversal reversal);
    /// The number of \a controller, which add() was told of, has become \a workers.
    void setWorkers(const std::string &controller, int workers);
    /// Those whose time has come, which are over then.
    [[nodiscard]] std::vector<Reversal> takeDue(TimePoint now);
    /// Takes one back that was taken and could not be done yet, unless there is a newer one.
    void keep(Reversal reversal);
    /// TimePoint::max(): there is none.
    [[nodiscard]] TimePoint next() const;

private:
    std::vector<Reversal> m_all;
};

} // namespace qontroller
