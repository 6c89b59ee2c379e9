// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/log/logline.h"
#include "core/engine/observe/feed/delta.h"

#include <map>
#include <optional>

namespace qontroller {

/// Finds lists that do not end, which no event can tell: says so once, and once when lists end in
/// time again. For one thread.
class SlowLists
{
public:
    struct News
    {
        LogLevel level = LogLevel::Info;
        LogLine line;
    };

    /// What is new of \a controller at \a now.
    [[nodiscard]] std::optional<News> look(const ControllerDelta &controller, TimePoint now);
    /// It is gone.
    void forget(ControllerId controller) { m_slow.erase(controller); }

private:
    std::map<ControllerId, TimePoint> m_slow; ///< when the list began that was told of last
};

} // namespace qontroller
