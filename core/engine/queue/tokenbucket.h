// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"

#include <algorithm>
#include <cstddef>

namespace qontroller {

/// Spreads starts over time: a burst at once, then so many a second. Tokens are earned as
/// time goes by and taken by each start. Not thread-safe.
class TokenBucket
{
public:
    /// \a rate is per second and more than 0, \a burst at least 1.
    TokenBucket(double rate, int burst)
        : m_rate(rate)
        , m_burst(burst)
        , m_tokens(burst)
    {}

    /// Holds from \a now on.
    void setRate(double rate, int burst, TimePoint now)
    {
        earn(now);
        m_rate = rate;
        m_burst = burst;
        m_tokens = std::min(m_tokens, m_burst);
    }

    /// Whether one may start at \a now.
    [[nodiscard]] bool hasToken(TimePoint now)
    {
        earn(now);
        return m_tokens >= 1 - Rounding;
    }

    /// One starts. hasToken() was true.
    void take() { m_tokens -= 1; }

    /// When hasToken() is true again, seen from the last call of it.
    [[nodiscard]] TimePoint nextToken() const { return m_last + waitFor(1); }

    /// How long it takes until \a count more may have started, seen from the last call of
    /// hasToken(): ten years at most.
    [[nodiscard]] Duration waitFor(std::size_t count) const
    {
        constexpr double TenYears = 3.2e8; // beyond it the clock's numbers might run over
        const double lack = static_cast<double>(count) - m_tokens;
        return std::chrono::ceil<Duration>(
            std::chrono::duration<double>(std::clamp(lack / m_rate, 0.0, TenYears)));
    }

private:
    void earn(TimePoint now)
    {
        if (now <= m_last)
            return;
        m_tokens = std::min(m_burst,
                            m_tokens
                                + std::chrono::duration<double>(now - m_last).count() * m_rate);
        m_last = now;
    }

    static constexpr double Rounding = 1e-9;

    double m_rate;
    double m_burst;
    double m_tokens;
    TimePoint m_last; // when tokens were last counted
};

} // namespace qontroller
