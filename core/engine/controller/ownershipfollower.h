// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/base/threads/ownedthread.h"
#include "core/engine/controller/calls.h"
#include "core/engine/controller/ownershipinbox.h"
#include "core/engine/controller/workerpool.h"
#include "core/engine/queue/workqueue.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace qontroller {

/// Makes the queue and the workers follow an Ownership, on a thread of its own.
///
/// The threads of the Ownership only leave a word in the inbox: they may have leases to renew,
/// and a walk over millions of items takes its time. Thread-safe, except start().
class OwnershipFollower
{
public:
    /// Gives what the thread owns until it returns: this follower among it.
    using Owner = std::function<std::shared_ptr<const void>()>;

    /// From now on this host owns nothing of \a queue. All outlive it.
    OwnershipFollower(Ownership &ownership, WorkQueue &queue, WorkerPool &pool, Calls &calls,
                      Clock &clock);

    /// Makes its thread, which waits for begin(). Throws std::system_error.
    void start(const Owner &owner);
    void begin();
    /// Nothing that is said counts from now on.
    void stop();
    /// Waits for the thread, but not beyond \a deadline.
    void join(TimePoint deadline);

private:
    [[nodiscard]] bool awaitBegin();
    void work();
    /// Gives why it could not.
    [[nodiscard]] std::optional<std::string> follow();
    void apply(const OwnershipInbox::Changes &changes);
    void sweep();

    Ownership &m_ownership;
    WorkQueue &m_queue;
    WorkerPool &m_pool;
    Calls &m_calls;
    Clock &m_clock;
    const std::shared_ptr<OwnershipInbox> m_inbox;
    Mutex m_mutex;
    Condition m_changed;
    bool m_begun QONTROLLER_GUARDED_BY(m_mutex) = false;
    bool m_stopped QONTROLLER_GUARDED_BY(m_mutex) = false;
    OwnedThread m_thread; // last: it uses all the rest
};

} // namespace qontroller
