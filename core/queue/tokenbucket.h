// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <algorithm>

namespace qontroller {

/// Spreads starts over time: a burst at once, then so many a second.
///
/// A reservation is always granted, for now or for later, as in Go's
/// `rate.Limiter.Reserve`. Not thread-safe.
class TokenBucket
{
public:
    /// \a rate is per second and more than 0, \a burst at least 1.
    TokenBucket(double rate, int burst) { setRate(rate, burst); }

    void setRate(double rate, int burst)
    {
        m_rate = rate;
        m_burst = burst;
        m_tokens = std::min(m_tokens, m_burst);
    }

    /// How long after \a now the caller may start.
    [[nodiscard]] Duration reserve(TimePoint now)
    {
        using Seconds = std::chrono::duration<double>;
        if (now > m_last) {
            const double earned = Seconds(now - m_last).count() * m_rate;
            m_tokens = std::min(m_burst, m_tokens + earned);
            m_last = now;
        }
        m_tokens -= 1;
        constexpr double TenYears = 3.2e8; // beyond it the clock's numbers might run over
        const Seconds wait(std::clamp(-m_tokens / m_rate, 0.0, TenYears));
        return std::chrono::duration_cast<Duration>(wait);
    }

    /// Takes back a reservation that is not used after all. Others keep their times.
    void giveBack() { m_tokens = std::min(m_burst, m_tokens + 1); }

private:
    double m_rate = 1;
    double m_burst = 1;
    double m_tokens = 1e9; // starts full: setRate() cuts it to the burst
    TimePoint m_last;
};

} // namespace qontroller
