// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"

#include <string>
#include <utility>

namespace qontroller {

/// The pause of a controller as a whole. Not thread-safe.
class Pause
{
public:
    /// \a until: TimePoint::max() when an operator has to resume. \a since: TimePoint{} when nobody
    /// knows.
    void begin(TimePoint until, std::string reason, TimePoint since)
    {
        m_until = until;
        m_since = since;
        m_reason = std::move(reason);
    }
    void end() { *this = {}; }
    [[nodiscard]] bool isOn() const { return m_until != TimePoint{}; }
    /// TimePoint{}: it is not on.
    [[nodiscard]] TimePoint until() const { return m_until; }
    [[nodiscard]] TimePoint since() const { return m_since; }
    [[nodiscard]] const std::string &reason() const { return m_reason; }

private:
    TimePoint m_until;
    TimePoint m_since;
    std::string m_reason;
};

} // namespace qontroller
