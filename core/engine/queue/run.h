// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/attempt.h"
#include "core/engine/api/objectlocker.h"
#include "core/engine/observe/controllers/foreigncall.h"
#include "core/engine/observe/items/kepttext.h"
#include "core/engine/queue/attemptreports.h"
#include "core/engine/queue/hand.h"
#include "core/engine/queue/runs.h"

#include <atomic>
#include <memory>
#include <optional>
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
/// Made when the id is taken and owned by the lease. The deadline watch, what a locker
/// says of its lock and what an attempt reports share it and may come late: a run that has
/// ended does nothing for them. Thread-safe, except what says whose it is.
///
/// It has a deadline while the attempt lasts, the earlier of the handler's and the end of
/// its lease, and another one for the release of its lock.
class Run final : public AttemptSink, public std::enable_shared_from_this<Run>
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
    /// What was left with the object when it was taken.
    [[nodiscard]] const KeptText &keptBefore() const { return m_keptBefore; }
    /// The attempt's. Asking it to stop runs foreign callbacks, which may block for ever.
    [[nodiscard]] const std::stop_source &stop() const { return m_stop; }

    // For all threads that share it

    // AttemptSink, until it has ended
    void progress(std::uint64_t done, std::uint64_t total) override;
    void event(std::string_view kind, std::string_view text) override;
    void log(LogLevel level, std::string_view text) override;
    void count(std::string_view name, double add) override;
    void gauge(std::string_view name, double value) override;
    void requeue(std::string_view id) override;
    void keep(std::string_view text) override;
    /// The attempt has left another text than there was before.
    [[nodiscard]] bool keepsAnother() const { return m_keeps.load(std::memory_order_acquire); }
    /// What is left with the object now.
    [[nodiscard]] KeptText kept();
    /// The right to the id was lost. False: it had ended before, or was as bad before.
    [[nodiscard]] bool lose(Loss loss);
    [[nodiscard]] Loss loss() const { return m_loss.load(std::memory_order_acquire); }
    /// The lease of its lock ends at \a until, seen from \a now; max(): it does not. Moves the
    /// deadline, unless it is over.
    void setLeaseEnd(TimePoint until, TimePoint now);
    /// … and whether the lease of its lock has ended at \a now.
    [[nodiscard]] Loss lossAt(TimePoint now) const
    {
        return now < m_leaseEnd.load(std::memory_order_acquire) ? loss() : Loss::Lock;
    }
    /// When it is asked to stop; max(): never.
    [[nodiscard]] TimePoint deadline() const { return m_deadline.load(std::memory_order_acquire); }
    /// The deadline has passed, and that was noticed: passDeadline() gave what is to be asked.
    [[nodiscard]] bool isOverdue() const { return m_isOverdue.load(std::memory_order_acquire); }
    [[nodiscard]] std::optional<std::stop_source> passDeadline(TimePoint now);
    /// What stops the call that it is in: stop(), or that of the release.
    [[nodiscard]] std::stop_source currentStop();
    /// The call that it is in. The id is the caller's to fill in.
    [[nodiscard]] RunningCall call() const;

    // For the worker

    /// Where it says what is not of its item, which outlives it: before the first call.
    void reportTo(AttemptReports &reports) { m_reports = &reports; }
    /// Notes the call that begins at \a since.
    void enter(ForeignCall call, TimePoint since);
    /// It may run until \a deadline, and its lease: before the first call.
    void setDeadline(TimePoint deadline);
    void setLock(std::unique_ptr<ObjectLock> lock) { m_lock = std::move(lock); }
    void setFence(std::uint64_t fence) { m_fence = fence; }
    /// The attempt is over. Its lock is to be released until \a deadline, and no request to stop
    /// from before counts.
    [[nodiscard]] std::stop_token beginRelease(TimePoint deadline);
    /// To be released by the caller, once.
    [[nodiscard]] std::unique_ptr<ObjectLock> takeLock() { return std::move(m_lock); }
    /// See Attempt::fence.
    [[nodiscard]] std::uint64_t fence() const { return m_fence; }
    /// What its storage has given: kept with the item when the run ends.
    void keepObject(std::shared_ptr<const void> object) { m_object = std::move(object); }
    /// After the end: they are foreign code.
    void forgetObjects() { m_object = m_lastObject = nullptr; }
    /// See Attempt::lastObject.
    [[nodiscard]] const std::shared_ptr<const void> &lastObject() const
    {
        return m_object ? m_object : m_lastObject;
    }

private:
    friend class WorkQueue; // begins and ends it
    friend class Lease;

    void begin(const Runs::Taken &taken);
    /// … of an item in a hand. No other thread shares it.
    void begin(const Hand::Entry &entry);
    /// Waits for a report under way. Call it before the item is given up.
    void end();

    Mutex m_mutex;                                     // taken before the queue's
    WorkQueue *m_queue QONTROLLER_GUARDED_BY(m_mutex); // null: it has ended
    TimePoint m_timeout QONTROLLER_GUARDED_BY(m_mutex) = TimePoint::max(); // of the handler
    std::stop_source m_releaseStop QONTROLLER_GUARDED_BY(m_mutex){std::nostopstate};
    KeptText m_kept QONTROLLER_GUARDED_BY(m_mutex); // once m_keeps
    Item *m_item = nullptr;              // until the end
    AttemptReports *m_reports = nullptr; // constant once the attempt has begun
    TimePoint m_startedAt;
    Duration m_waited{};
    std::stop_source m_stop;
    std::unique_ptr<ObjectLock> m_lock;       // worker's
    std::uint64_t m_fence = 0;                // worker's
    std::shared_ptr<const void> m_object;     // worker's
    std::shared_ptr<const void> m_lastObject; // of the item; held, so that it ends after the run
    std::atomic<TimePoint> m_leaseEnd{TimePoint::max()};
    std::atomic<TimePoint> m_deadline{TimePoint::max()}; // written under m_mutex
    std::atomic<TimePoint> m_callSince{TimePoint{}};
    std::atomic<ForeignCall> m_call{ForeignCall::None};
    std::atomic<bool> m_isOverdue{false}; // likewise
    std::atomic<bool> m_keeps{false};     // likewise
    std::atomic<Loss> m_loss{Loss::None};
    SharedText m_lastError;
    KeptText m_keptBefore;
    Existence m_existence = Existence::Present;
    AttemptCause m_cause = AttemptCause::Resync;
    unsigned m_attempt = 0;
};

} // namespace qontroller
