// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace qontroller::test {

/// Holds threads until it is opened. Thread-safe.
class Latch
{
public:
    void open()
    {
        const std::lock_guard lock(m_mutex);
        m_open = true;
        m_opened.notify_all();
    }

    /// True once it is open, false if \a stop was requested first. Without \a stop
    /// only open() ends it.
    bool wait(const std::stop_token &stop = {})
    {
        std::unique_lock lock(m_mutex);
        ++m_waiting;
        m_opened.wait(lock, stop, [this] { return m_open; });
        --m_waiting;
        return m_open;
    }

    /// How many threads are held now.
    [[nodiscard]] int waiting() const
    {
        const std::lock_guard lock(m_mutex);
        return m_waiting;
    }

private:
    mutable std::mutex m_mutex;
    std::condition_variable_any m_opened;
    int m_waiting = 0;
    bool m_open = false;
};

} // namespace qontroller::test
