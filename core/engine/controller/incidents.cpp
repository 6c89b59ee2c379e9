// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/controller/incidents.h"

#include "core/engine/queue/rules.h"

namespace qontroller {

Duration Incidents::meetShortage(const std::string &text, TimePoint now)
{
    MutexLock lock(m_mutex);
    const bool isNew = !lasts(now);
    ++m_shortages;
    m_last = {text, now};
    if (now >= m_waitEnd) {
        m_waits = isNew ? 1 : m_waits + 1;
        m_wait = backOff(m_waits, std::chrono::seconds(1), std::chrono::seconds(30));
        m_waitEnd = now + m_wait;
    }
    const Duration left = m_waitEnd - now;
    lock.unlock();
    if (isNew)
        m_queue.update<Orders>([&text](Orders &orders, TimePoint at) {
            orders.log(EventRecord::Kind::Shortage, {Said::Kind::HostIsShort, text}, at);
        });
    return left;
}

std::uint64_t Incidents::shortages() const
{
    MutexLock lock(m_mutex);
    return m_shortages;
}

HostShortageStatus Incidents::shortage(TimePoint now) const
{
    MutexLock lock(m_mutex);
    return lasts(now) ? m_last : HostShortageStatus();
}

// What waited is tried again when its wait is over; it may queue for as long again.
bool Incidents::lasts(TimePoint now) const
{
    return m_shortages > 0 && now <= m_waitEnd + m_wait;
}

} // namespace qontroller
