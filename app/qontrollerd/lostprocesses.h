// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/observe/feed/delta.h"

#include <set>
#include <string>
#include <vector>

namespace qontroller {

/// Which isolated controllers have lost their process and have none in its place: at their end
/// these were not stopped in order. A controller that has taken such a name takes over what is
/// left. For one thread.
class LostProcesses
{
public:
    /// Takes what has happened to the process of \a controller.
    void look(const ControllerDelta &controller);
    [[nodiscard]] bool has(const std::string &controller) const
    {
        return m_names.contains(controller);
    }
    /// Of the controllers, sorted.
    [[nodiscard]] std::vector<std::string> names() const
    {
        return {m_names.begin(), m_names.end()};
    }

private:
    std::set<std::string> m_names;
};

} // namespace qontroller
