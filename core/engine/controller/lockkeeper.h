// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/faults/callforeign.h"
#include "core/engine/api/objectlocker.h"
#include "core/engine/controller/locknews.h"
#include "core/engine/controller/lockoutage.h"

#include <atomic>
#include <memory>
#include <optional>
#include <string>

namespace qontroller {

class DeadlineWatch;

/// Gets the locks of one controller's runs from its locker, and gives them back.
///
/// Whatever the locker throws, refuses or says ends here. Thread-safe: all workers use it.
class LockKeeper
{
public:
    /// How long a release may take if handlers may run for ever.
    static constexpr Duration LongestRelease = std::chrono::seconds(30);

    /// All outlive it; \a handlerTimeout as in ControllerOptions.
    LockKeeper(ObjectLocker &locker, WorkQueue &queue, std::shared_ptr<StopRequests> stops,
               DeadlineWatch &deadlines, Clock &clock, Duration handlerTimeout);
    ~LockKeeper() { m_news->close(); }

    /// Gets the lock of \a run, beginning at \a begun; else gives what the run ends with.
    [[nodiscard]] std::optional<RunResult> acquire(Run &run, const ObjectId &id, TimePoint begun);
    /// Gives the lock of \a run back, which has one.
    void release(Run &run, const ObjectId &id);

    [[nodiscard]] LockOutageStatus outage() const { return m_outage.status(); }
    [[nodiscard]] std::uint64_t notReleased() const { return m_notReleased; }

private:
    [[nodiscard]] std::optional<RunResult> take(Run &run, const ObjectId &id,
                                                std::unique_ptr<ObjectLock> lock, TimePoint now);

    ObjectLocker &m_locker;
    WorkQueue &m_queue;
    DeadlineWatch &m_deadlines;
    Clock &m_clock;
    const Duration m_longestRelease;
    const std::shared_ptr<LockNews> m_news;
    LockOutage m_outage;
    std::atomic<std::uint64_t> m_notReleased = 0;
};

} // namespace qontroller
