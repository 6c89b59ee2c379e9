// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace qontroller::ui {

/// How often to pull: the base interval, twice as long after each tick that took
/// over the budget, up to a second; back again step by step when ticks are short.
class Pace
{
public:
    using Milliseconds = std::chrono::milliseconds;

    static constexpr Milliseconds Base{100};
    static constexpr Milliseconds Slowest{1000};
    static constexpr Milliseconds Soonest{20};
    static constexpr Milliseconds SoonestOfMany{5};
    static constexpr std::size_t ManyRows = 100'000;
    static constexpr Milliseconds Budget{8};
    static constexpr int TicksToRecover = 5; ///< in a row under half the budget

    [[nodiscard]] Milliseconds interval() const { return m_interval; }
    /// Until the next pull: sooner than the interval while changed rows wait for it, but so that
    /// ticks take no more than a fifth of the time; and two thirds while they are very many, as
    /// when somebody waits for the first of them.
    [[nodiscard]] Milliseconds untilNext(std::size_t rowsPending) const
    {
        if (rowsPending == 0)
            return m_interval;
        const bool areMany = rowsPending >= ManyRows;
        const auto rest = std::chrono::ceil<Milliseconds>(areMany ? m_lastTick / 2
                                                                  : m_lastTick * 4);
        return std::min(std::max(rest, areMany ? SoonestOfMany : Soonest), m_interval);
    }

    void ticked(std::chrono::nanoseconds took)
    {
        m_lastTick = took;
        if (took > Budget) {
            m_interval = std::min(m_interval * 2, Slowest);
            m_shortTicks = 0;
        } else if (took > Budget / 2) {
            m_shortTicks = 0;
        } else if (++m_shortTicks >= TicksToRecover) {
            m_interval = std::max(m_interval / 2, Base);
            m_shortTicks = 0;
        }
    }

private:
    Milliseconds m_interval = Base;
    std::chrono::nanoseconds m_lastTick{0};
    int m_shortTicks = 0;
};

} // namespace qontroller::ui
