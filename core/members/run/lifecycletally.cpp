// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/run/lifecycletally.h"

namespace qontroller::consist {

void LifecycleTally::noteMoves(const Lifecycle &before, const Lifecycle &after, WallTime now)
{
    MutexLock lock(m_mutex);
    for (const Operation &operation : before.operations) {
        const Operation *const moved = find(after, operation.id);
        if (!moved || moved->phase != operation.phase)
            m_counts.times.at(static_cast<std::size_t>(operation.phase))
                .record(now - operation.since);
    }
}

void LifecycleTally::noteFailures(const std::string &controller, const ConsistRecord &record)
{
    if (record.failures.empty())
        return;
    MutexLock lock(m_mutex);
    auto &failures = m_counts.controllers[controller].failures;
    for (const ConsistRecord::Failure &failure : record.failures)
        ++failures.at(static_cast<std::size_t>(failure.side))
              .at(static_cast<std::size_t>(failure.verb));
}

void LifecycleTally::noteIntrusion(const std::string &controller)
{
    MutexLock lock(m_mutex);
    ++m_counts.controllers[controller].intrusions;
}

void LifecycleTally::noteFailedCall(std::string_view what)
{
    MutexLock lock(m_mutex);
    ++m_counts.failedCalls[std::string(what)];
}

LifecycleCounts LifecycleTally::counts() const
{
    MutexLock lock(m_mutex);
    return m_counts;
}

} // namespace qontroller::consist
