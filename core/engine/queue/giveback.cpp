// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/queue/giveback.h"

#include <system_error>
#include <utility>

namespace qontroller {

GiveBack::GiveBack(Clock &clock, std::function<std::size_t()> count, std::function<void()> trim)
    : m_clock(clock)
    , m_count(std::move(count))
    , m_trim(std::move(trim))
{}

GiveBack::~GiveBack()
{
    std::thread thread;
    {
        MutexLock lock(m_mutex);
        m_stopping = true;
        m_stopped.notifyAll();
        thread.swap(m_thread);
    }
    if (thread.joinable())
        thread.join();
}

void GiveBack::start()
{
    State wanted = State::Wanted;
    if (!m_state.compare_exchange_strong(wanted, State::Running))
        return;
    MutexLock lock(m_mutex);
    if (m_thread.joinable())
        m_thread.join(); // it has said that it is over
    if (!beginThread())
        m_state = State::Idle;
}

// Who begins it may hold a lock of its own, so it is never done here.
bool GiveBack::beginThread()
{
    if (m_clock.now() < m_notBefore)
        return false;
    try {
        m_thread = std::thread([this] { run(); });
        return true;
    } catch (const std::system_error &) {
        m_notBefore = later(m_clock.now(), Pause);
        return false;
    }
}

bool GiveBack::wait()
{
    const TimePoint end = later(m_clock.now(), Pause);
    MutexLock lock(m_mutex);
    while (!m_stopping && m_clock.now() < end)
        m_clock.waitUntil(m_stopped, lock, end);
    return !m_stopping;
}

void GiveBack::run()
{
    TimePoint last = m_clock.now();
    std::size_t before = m_count();
    bool hasPaused = false;
    while (!hasPaused && wait()) {
        const std::size_t now = m_count();
        hasPaused = now + Few >= before;
        before = now;
        if (!hasPaused && m_clock.now() - last < Longest)
            continue;
        last = m_clock.now();
        m_trim();
    }
    m_state = State::Idle;
}

} // namespace qontroller
