// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/mutex.h"
#include "core/engine/observe/controllers/controllerview.h"
#include "core/engine/queue/workqueue.h"

#include <atomic>
#include <cstdint>
#include <string>

namespace qontroller {

/// What befalls one controller as a whole and is no state of an item. Thread-safe.
class Incidents
{
public:
    /// \a queue, which has the events, outlives it.
    explicit Incidents(WorkQueue &queue)
        : m_queue(queue)
    {}

    /// A list, a watch or a command named ids that no object can have.
    void refuseIds(std::uint64_t number) { m_idsRefused += number; }
    [[nodiscard]] std::uint64_t idsRefused() const { return m_idsRefused; }

    /// A call met a shortage of the host. How long to wait before another try: until the
    /// end of one wait that all share, 1 s and doubling to 30 s while the shortage lasts.
    [[nodiscard]] Duration meetShortage(const std::string &text, TimePoint now);
    [[nodiscard]] std::uint64_t shortages() const;
    /// Empty unless one lasts: it was met again soon after the last wait, or that is not over.
    [[nodiscard]] HostShortageStatus shortage(TimePoint now) const;

private:
    [[nodiscard]] bool lasts(TimePoint now) const QONTROLLER_REQUIRES(m_mutex);

    WorkQueue &m_queue;
    std::atomic<std::uint64_t> m_idsRefused = 0;

    mutable Mutex m_mutex;
    HostShortageStatus m_last QONTROLLER_GUARDED_BY(m_mutex);
    std::uint64_t m_shortages QONTROLLER_GUARDED_BY(m_mutex) = 0;
    std::uint32_t m_waits QONTROLLER_GUARDED_BY(m_mutex) = 0; // in a row
    Duration m_wait QONTROLLER_GUARDED_BY(m_mutex){};         // the last of them
    TimePoint m_waitEnd QONTROLLER_GUARDED_BY(m_mutex);
};

} // namespace qontroller
