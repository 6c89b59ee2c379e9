// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/clock.h"

#include <atomic>
#include <cstddef>
#include <functional>
#include <thread>

namespace qontroller {

/// Gives memory back to the system when many items were removed, or have lost what an outage or a
/// pause had them keep; on a thread of its own.
///
/// Only whole pages can be given back. Items are removed in any order, so nearly every page
/// has one that stays until nearly all are gone: it is of little use before the removing has
/// paused. And a thread that needs memory meanwhile may have to wait, so no lock of ours is held.
/// There is a thread only while there is something to give back. Thread-safe.
class GiveBack
{
public:
    /// Without a removal for so long, the removing has paused.
    static constexpr Duration Pause = std::chrono::seconds(1);
    /// While it goes on, memory is given back that often.
    static constexpr Duration Longest = std::chrono::seconds(5);
    /// So few removals between two looks are none.
    static constexpr std::size_t Few = 1000;

    /// \a count says how many pieces there are, \a trim gives back; both are called on the
    /// thread, without a lock. \a clock outlives it.
    GiveBack(Clock &clock, std::function<std::size_t()> count, std::function<void()> trim);
    /// Joins.
    ~GiveBack();

    /// Much can be given back. Cheap, and begins nothing yet: for who holds a lock.
    void want()
    {
        if (m_state.load(std::memory_order_relaxed) == State::Idle)
            m_state.store(State::Wanted, std::memory_order_relaxed);
    }
    /// Begins what is wanted. Without a thread to be had, what is wanted after a Pause begins it.
    void begin()
    {
        if (m_state.load(std::memory_order_relaxed) == State::Wanted)
            start();
    }

private:
    enum class State : unsigned char {
        Idle,
        Wanted,
        Running,
    };

    void start();
    /// False: there is none to be had, or was none a moment ago.
    [[nodiscard]] bool beginThread() QONTROLLER_REQUIRES(m_mutex);
    void run();
    /// False: it is to stop.
    [[nodiscard]] bool wait();

    Clock &m_clock;
    const std::function<std::size_t()> m_count;
    const std::function<void()> m_trim;
    std::atomic<State> m_state{State::Idle};
    Mutex m_mutex;
    Condition m_stopped;
    bool m_stopping QONTROLLER_GUARDED_BY(m_mutex) = false;
    TimePoint m_notBefore QONTROLLER_GUARDED_BY(m_mutex) =
        TimePoint::min(); ///< for want of threads
    std::thread m_thread QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller
