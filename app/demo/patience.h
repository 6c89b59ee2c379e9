// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace qontroller {

/// Waits that end early: each by its stop token, most by lose(). Thread-safe.
class Patience
{
public:
    enum class End : unsigned char {
        TimeIsUp,
        Stopped, ///< by the token, or patience is lost
    };

    End wait(Duration duration, const std::stop_token &stop)
    {
        std::unique_lock lock(m_mutex);
        const bool lost = m_changed.wait_for(lock, stop, duration, [this] { return m_lost; });
        return lost || stop.stop_requested() ? End::Stopped : End::TimeIsUp;
    }

    /// Waits for \a stop alone: neither time nor lose() ends it.
    void waitForStop(const std::stop_token &stop)
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, stop, [] { return false; });
    }

    /// Ends every wait, now and from now on.
    void lose()
    {
        const std::lock_guard lock(m_mutex);
        m_lost = true;
        m_changed.notify_all();
    }

    [[nodiscard]] bool isLost() const
    {
        const std::lock_guard lock(m_mutex);
        return m_lost;
    }

private:
    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    bool m_lost = false;
};

} // namespace qontroller
