// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>

namespace qontroller {

/// How many runs there may be at once after the host was short of something: descriptors,
/// threads, memory. So few that what there is does for them, and none is put off again and again
/// while others take it.
///
/// A shortage leaves one place less than there were runs when it came, but one at least. Runs
/// that went well give back a quarter more after each two rounds. Not thread-safe.
class ShortageLimit
{
public:
    /// One of \a running, that one included, has met a shortage.
    void wasShort(std::size_t running)
    {
        m_places = std::max<std::size_t>(1, std::min(running, m_places) - 1);
        m_wentWell = 0;
    }
    /// A run has met none.
    void wentWell()
    {
        if (m_places == Unlimited || ++m_wentWell < 2 * m_places)
            return;
        m_places += std::max<std::size_t>(1, m_places / 4);
        m_wentWell = 0;
        if (m_places > MostPlaces)
            m_places = Unlimited;
    }
    /// How many more may begin beside \a running.
    [[nodiscard]] std::size_t left(std::size_t running) const
    {
        return m_places - std::min(m_places, running);
    }

private:
    static constexpr std::size_t Unlimited = std::numeric_limits<std::size_t>::max();
    static constexpr std::size_t MostPlaces = 10'000; // as many as there may be workers

    std::size_t m_places = Unlimited;
    std::size_t m_wentWell = 0; // since the number of places changed
};

} // namespace qontroller
