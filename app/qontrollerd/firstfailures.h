// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/observe/events/eventrecord.h"

#include <map>
#include <string>
#include <unordered_map>

namespace qontroller {

/// Tells which failure of a controller is the first of its cause: one whose errorSignature() was
/// not met for an hour. The rest are more of the same. So many causes are known of each; of
/// more the one that was met longest ago is forgotten. For one thread.
class FirstFailures
{
public:
    static constexpr std::size_t MostCauses = 1000;
    static constexpr Duration Memory = std::chrono::hours(1);

    /// Whether \a event of \a controller, which is a failure, is the first of its cause; notes it.
    [[nodiscard]] bool isFirst(ControllerId controller, const EventRecord &event);
    /// It is gone.
    void forget(ControllerId controller) { m_met.erase(controller); }

private:
    using Causes = std::unordered_map<std::string, TimePoint>; ///< when they were met last

    std::map<ControllerId, Causes> m_met;
};

} // namespace qontroller
