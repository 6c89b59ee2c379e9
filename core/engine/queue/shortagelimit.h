// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace qontroller {

/// How many runs there may be at once after the host was short of something: descriptors,
/// threads, memory. So few that what there is does for them, and none is put off again and again
/// while others take it.
///
/// A shortage leaves one place less than there were runs when it came, but one at least. Runs
/// that went well give back a quarter more after each two rounds. Runs that hang or take long keep
/// their places: while all are taken and none ends for a while, one more is tried. Not thread-safe.
class ShortageLimit
{
public:
    /// One of \a running, that one included, has met a shortage.
    void wasShort(std::size_t running, TimePoint now)
    {
        m_nextTry = later(now, Patience);
        m_places = std::max<std::size_t>(1, std::min(running, m_places) - 1);
        m_wentWell = 0;
    }
    /// A run has met none.
    void wentWell(TimePoint now)
    {
        m_nextTry = later(now, Patience);
        if (m_places == Unlimited || ++m_wentWell < 2 * m_places)
            return;
        m_places += std::max<std::size_t>(1, m_places / 4);
        m_wentWell = 0;
        if (m_places > MostPlaces)
            m_places = Unlimited;
    }
    void look(TimePoint now) { m_mayTry = now >= m_nextTry; }
    [[nodiscard]] bool isOver() const { return m_places == Unlimited; }
    /// How many more may begin beside \a running, as of the last look().
    [[nodiscard]] std::size_t left(std::size_t running) const
    {
        return isFull(running) && m_mayTry ? 1 : m_places - std::min(m_places, running);
    }
    /// To be called before one more than \a running begins.
    void started(std::size_t running, TimePoint now)
    {
        if (isFull(running)) {
            m_nextTry = later(now, Patience);
            m_mayTry = false;
        }
    }
    /// When one more may be tried beside \a running; TimePoint::max(): one may begin now.
    [[nodiscard]] TimePoint nextTry(std::size_t running) const
    {
        return isFull(running) && !m_mayTry ? m_nextTry : TimePoint::max();
    }

private:
    [[nodiscard]] bool isFull(std::size_t running) const { return running >= m_places; }

    static constexpr Duration Patience = std::chrono::seconds(5);
    static constexpr std::size_t Unlimited = std::numeric_limits<std::size_t>::max();
    static constexpr std::size_t MostPlaces = 10'000; // as many as there may be workers

    std::size_t m_places = Unlimited;
    std::size_t m_wentWell = 0; // since the number of places changed
    TimePoint m_nextTry;
    bool m_mayTry = false;
};

} // namespace qontroller
