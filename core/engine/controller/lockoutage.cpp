// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/controller/lockoutage.h"

#include "core/engine/queue/rules.h"

#include <algorithm>

namespace qontroller {

Duration LockOutage::meet(const std::string &error, TimePoint asked, TimePoint now)
{
    MutexLock lock(m_mutex);
    const bool isNew = !m_status.isAway();
    if (!isNew && asked < m_waitEnd)
        return std::max(m_waitEnd - now, lockBackOff(1));
    m_tries = isNew ? 1 : m_tries + 1;
    const Duration wait = lockBackOff(m_tries);
    m_waitEnd = later(now, wait);
    m_status = {error, isNew ? now : m_status.since};
    m_isAway.store(true, std::memory_order_relaxed);
    m_queue.update<Runs>([&](Runs &runs, TimePoint at) {
        runs.holdBack(wait, error, at);
        if (isNew)
            runs.log(EventRecord::Kind::LockService, {}, {Said::Kind::LockServiceAway, error}, at);
    });
    return wait;
}

void LockOutage::answered(TimePoint asked, TimePoint now)
{
    if (!m_isAway.load(std::memory_order_relaxed))
        return;
    MutexLock lock(m_mutex);
    if (!m_status.isAway() || asked < m_waitEnd)
        return;
    const Said back(Said::Kind::LockServiceBack, now - m_status.since);
    m_status = {};
    m_isAway.store(false, std::memory_order_relaxed);
    m_queue.update<Runs>([&back](Runs &runs, TimePoint at) {
        runs.letGo();
        runs.log(EventRecord::Kind::LockService, {}, back, at);
    });
}

LockOutageStatus LockOutage::status() const
{
    MutexLock lock(m_mutex);
    return m_status;
}

} // namespace qontroller
