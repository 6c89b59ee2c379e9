// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/queue/run.h"

#include "core/queue/workqueue.h"

namespace qontroller {

void Run::begin(const Runs::Taken &taken)
{
    m_item = taken.item;
    m_startedAt = taken.item->queueSince;
    m_waited = taken.waited;
    m_attempt = taken.item->errors + 1;
    m_cause = attemptCauseOf(taken.item->runCauses);
    m_lastError = taken.item->lastErrorText();
    m_existence = taken.item->existence;
}

void Run::end()
{
    MutexLock lock(m_mutex);
    m_queue = nullptr;
}

void Run::progress(std::uint64_t done, std::uint64_t total)
{
    MutexLock lock(m_mutex);
    if (m_queue)
        m_queue->setProgress(*this, done, total);
}

bool Run::lose(Loss loss)
{
    MutexLock lock(m_mutex);
    if (!m_queue || m_loss.load(std::memory_order_relaxed) >= loss)
        return false;
    m_loss.store(loss, std::memory_order_release);
    return true;
}

RunningCall Run::call() const
{
    return {m_call.load(std::memory_order_acquire),
            {},
            m_callSince.load(std::memory_order_relaxed)};
}

void Run::enter(ForeignCall call, TimePoint since)
{
    m_callSince.store(since, std::memory_order_relaxed);
    m_call.store(call, std::memory_order_release);
}

void Run::setLock(std::unique_ptr<ObjectLock> lock, std::uint64_t fence)
{
    m_lock = std::move(lock);
    m_fence = fence;
}

} // namespace qontroller
