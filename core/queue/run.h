// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/api/attempt.h"
#include "core/api/objectlocker.h"
#include "core/observe/foreigncall.h"
#include "core/queue/runs.h"

#include <atomic>
#include <memory>
#include <stop_token>
#include <string_view>

namespace qontroller {

class WorkQueue;

/// Why a run has no right to its id any more.
enum class Loss : std::uint8_t {
    None,
    Ownership, ///< another host owns the id
    Lock,      ///< the worse: another host may be at it
};

/// One run of an id: all that belongs to it and to no other run.
///
/// Made when the id is taken and owned by the lease. The deadline watch, a lock's
/// *lost* and a handler's progress share it and may come late: a run that has ended
/// does nothing for them. Thread-safe, except what says whose it is.
class Run final : public ProgressSink, public std::enable_shared_from_this<Run>
{
public:
    explicit Run(WorkQueue &queue)
        : m_queue(&queue)
    {}

    // Constant from the beginning

    [[nodiscard]] TimePoint startedAt() const { return m_startedAt; }
    /// From being ready to being taken.
    [[nodiscard]] Duration waited() const { return m_waited; }
    /// 1 for the first try since the last success.
    [[nodiscard]] unsigned attempt() const { return m_attempt; }
    [[nodiscard]] AttemptCause cause() const { return m_cause; }
    /// See Attempt::lastError.
    [[nodiscard]] const std::string &lastError() const { return m_lastError.text(); }
    /// What was believed of the object when it was taken; see WorkQueue::existence().
    [[nodiscard]] Existence existence() const { return m_existence; }
    /// Asking it to stop runs foreign callbacks, which may block for ever.
    [[nodiscard]] const std::stop_source &stop() const { return m_stop; }

    // For all threads that share it

    /// Shows how far it is, until it has ended.
    void progress(std::uint64_t done, std::uint64_t total) override;
    /// The right to the id was lost. False: it had ended before, or was as bad before.
    [[nodiscard]] bool lose(Loss loss);
    [[nodiscard]] Loss loss() const { return m_loss.load(std::memory_order_acquire); }
    /// The call that it is in. The id is the caller's to fill in.
    [[nodiscard]] RunningCall call() const;

    // For the worker

    /// Notes the call that begins at \a since.
    void enter(ForeignCall call, TimePoint since);
    void setLock(std::unique_ptr<ObjectLock> lock, std::uint64_t fence);
    /// Gives the lock back, if there is one: foreign code.
    void releaseLock() { m_lock.reset(); }
    /// See Attempt::fence.
    [[nodiscard]] std::uint64_t fence() const { return m_fence; }

private:
    friend class WorkQueue; // begins and ends it
    friend class Lease;

    void begin(const Runs::Taken &taken);
    /// Waits for a progress() under way. Call it before the item is given up.
    void end();

    Mutex m_mutex;                                     // taken before the queue's
    WorkQueue *m_queue QONTROLLER_GUARDED_BY(m_mutex); // null: it has ended
    Item *m_item = nullptr;                            // until the end
    TimePoint m_startedAt;
    Duration m_waited{};
    std::stop_source m_stop;
    std::unique_ptr<ObjectLock> m_lock; // worker's
    std::uint64_t m_fence = 0;          // worker's
    std::atomic<TimePoint> m_callSince{TimePoint{}};
    std::atomic<ForeignCall> m_call{ForeignCall::None};
    std::atomic<Loss> m_loss{Loss::None};
    SharedText m_lastError;
    Existence m_existence = Existence::Present;
    AttemptCause m_cause = AttemptCause::Resync;
    unsigned m_attempt = 0;
};

} // namespace qontroller
