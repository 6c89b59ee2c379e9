// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/journal/writeturns.h"

namespace qontroller {

bool WriteTurns::sync(Duration patience)
{
    const TimePoint deadline = later(m_clock.now(), patience);
    MutexLock lock(m_mutex);
    if (!m_isOpen || !m_whyNot.empty())
        return false;
    const std::uint64_t mine = ++m_asked;
    m_changed.notifyAll();
    while (m_ended < mine && m_clock.now() < deadline)
        m_clock.waitUntil(m_changed, lock, deadline);
    m_isLate |= m_ended < mine && m_began != TimePoint::max();
    return m_written >= mine;
}

Duration WriteTurns::late()
{
    MutexLock lock(m_mutex);
    if (m_began == TimePoint::max())
        return Duration::zero();
    const Duration since = m_clock.now() - m_began;
    return m_isLate || since >= Patience ? since : Duration::zero();
}

std::string WriteTurns::whyNotWritten()
{
    MutexLock lock(m_mutex);
    return m_isOpen ? m_whyNot : std::string();
}

bool WriteTurns::isOpen()
{
    MutexLock lock(m_mutex);
    return m_isOpen;
}

void WriteTurns::open()
{
    MutexLock lock(m_mutex);
    m_isOpen = true;
}

void WriteTurns::close()
{
    MutexLock lock(m_mutex);
    m_isOpen = false;
    m_changed.notifyAll();
}

bool WriteTurns::wait(TimePoint next)
{
    MutexLock lock(m_mutex);
    while (m_isOpen && m_asked == m_ended && m_clock.now() < next)
        m_clock.waitUntil(m_changed, lock, next);
    return m_isOpen;
}

std::uint64_t WriteTurns::begin()
{
    MutexLock lock(m_mutex);
    m_began = m_clock.now();
    return m_asked;
}

void WriteTurns::end(std::uint64_t turn, const std::string &whyNot)
{
    MutexLock lock(m_mutex);
    m_ended = turn;
    m_began = TimePoint::max();
    m_isLate = false;
    m_whyNot = whyNot;
    if (whyNot.empty())
        m_written = turn;
    m_changed.notifyAll();
}

} // namespace qontroller
