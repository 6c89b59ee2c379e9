// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"
#include "core/base/threads/mutex.h"

#include <functional>
#include <optional>
#include <thread>
#include <utility>

namespace qontroller::remote {

/// Has a value made in a thread of its own whenever it is asked for, one at a time: what takes long
/// holds nobody up. For one thread that asks and takes.
///
/// The destructor waits for what is under way.
template<class Value>
class OnDemand final
{
public:
    /// \a make is called in the thread. \a clock outlives this.
    OnDemand(Clock &clock, std::function<Value()> make)
        : m_clock(clock)
        , m_make(std::move(make))
        , m_thread([this] { run(); })
    {}
    ~OnDemand()
    {
        {
            MutexLock lock(m_mutex);
            m_isOver = true;
            m_changed.notifyAll();
        }
        m_thread.join();
    }
    OnDemand(const OnDemand &) = delete;
    OnDemand &operator=(const OnDemand &) = delete;

    /// Begins, unless one is under way or has not been taken yet.
    void ask()
    {
        MutexLock lock(m_mutex);
        m_isNew = !m_isWanted && !m_value;
        m_isWanted = m_isWanted || m_isNew;
        m_changed.notifyAll();
    }

    /// The value if it is there by \a deadline. One that is late already is not waited for.
    [[nodiscard]] std::optional<Value> take(TimePoint deadline)
    {
        MutexLock lock(m_mutex);
        while (m_isNew && m_isWanted && m_clock.now() < deadline)
            m_clock.waitUntil(m_changed, lock, deadline);
        return std::exchange(m_value, std::nullopt);
    }

private:
    void run()
    {
        MutexLock lock(m_mutex);
        while (!m_isOver) {
            if (!m_isWanted) {
                m_changed.wait(lock);
                continue;
            }
            lock.unlock();
            Value value = m_make();
            lock.lock();
            m_value = std::move(value);
            m_isWanted = false;
            m_changed.notifyAll();
        }
    }

    Clock &m_clock;
    const std::function<Value()> m_make;
    Mutex m_mutex;
    Condition m_changed;
    bool m_isWanted QONTROLLER_GUARDED_BY(m_mutex) = false;
    bool m_isNew QONTROLLER_GUARDED_BY(m_mutex) = false; ///< asked for with the last ask()
    bool m_isOver QONTROLLER_GUARDED_BY(m_mutex) = false;
    std::optional<Value> m_value QONTROLLER_GUARDED_BY(m_mutex);
    std::thread m_thread;
};

} // namespace qontroller::remote
