// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"

#include <algorithm>
#include <cstddef>
#include <string>

namespace qontroller {

/// When what all attempts need is away, for instance the lock service: nothing starts for a while,
/// and then one attempt at a time, which is enough to find out whether it is back.
///
/// That attempt may take long, so after each further wait another starts.
/// Not thread-safe.
class HoldBack
{
public:
    /// Nothing starts before \a wait is over, from \a now on. \a why is for display.
    void begin(Duration wait, std::string why, TimePoint now)
    {
        m_isOn = true;
        m_mayOne = false;
        m_wait = wait;
        m_next = later(now, wait);
        m_why = std::move(why);
    }
    void end() { *this = {}; }
    [[nodiscard]] bool isOn() const { return m_isOn; }
    [[nodiscard]] const std::string &why() const { return m_why; }

    void look(TimePoint now)
    {
        if (m_isOn) // each take() looks
            m_mayOne = now >= m_next;
    }
    /// How many of \a ready may start, as of the last look().
    [[nodiscard]] std::size_t limit(std::size_t ready) const
    {
        return m_isOn ? std::min<std::size_t>(ready, m_mayOne ? 1 : 0) : ready;
    }
    /// To be called when an attempt starts.
    void started(TimePoint now)
    {
        if (m_isOn) {
            m_mayOne = false;
            m_next = later(now, m_wait);
        }
    }
    /// When the next may start; TimePoint::max(): one may now, or nothing is held back.
    [[nodiscard]] TimePoint nextStart() const
    {
        return m_isOn && !m_mayOne ? m_next : TimePoint::max();
    }

private:
    bool m_isOn = false;
    bool m_mayOne = false;
    Duration m_wait{};
    TimePoint m_next;
    std::string m_why;
};

} // namespace qontroller
