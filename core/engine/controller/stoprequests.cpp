// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/controller/stoprequests.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace qontroller {

void StopRequests::start(std::weak_ptr<const void> owner)
{
    MutexLock lock(m_mutex);
    m_owner = std::move(owner);
    addThread();
    m_takes = true;
}

void StopRequests::addThread()
{
    std::erase_if(m_threads, [](const OwnedThread &thread) { return thread.hasEnded(); });
    m_threads.emplace_back(shared_from_this(), [this] { work(); });
    ++m_free;
}

void StopRequests::request(std::stop_source source, ObjectId id)
{
    MutexLock lock(m_mutex);
    if (!m_takes || source.stop_requested())
        return;
    m_waiting.push_back({std::move(source), std::move(id), {}});
    try {
        if (m_waiting.size() > m_free)
            addThread();
    } catch (const std::system_error &) {
        // It waits for a thread that returns.
    }
    m_changed.notifyOne();
}

void StopRequests::work()
{
    MutexLock lock(m_mutex);
    for (;;) {
        while (m_waiting.empty() && m_takes)
            m_changed.wait(lock);
        if (m_waiting.empty())
            return;
        m_running.push_back(std::move(m_waiting.front()));
        const auto request = std::prev(m_running.end());
        m_waiting.pop_front();
        request->since = m_clock.now();
        --m_free;
        auto owner = m_owner.lock();
        lock.unlock();
        request->source.request_stop();
        owner.reset();
        lock.lock();
        m_running.erase(request);
        if (m_free > m_waiting.size())
            return; // others are there for what may come
        ++m_free;
    }
}

std::vector<RunningCall> StopRequests::running() const
{
    std::vector<RunningCall> calls;
    MutexLock lock(m_mutex);
    for (const Request &request : m_running)
        calls.push_back({ForeignCall::StopCallback, request.id, request.since});
    return calls;
}

void StopRequests::end(TimePoint deadline)
{
    std::vector<OwnedThread> threads;
    {
        MutexLock lock(m_mutex);
        m_takes = false;
        m_changed.notifyAll();
        threads.swap(m_threads);
    }
    for (OwnedThread &thread : threads)
        static_cast<void>(thread.join(m_clock, deadline));
}

} // namespace qontroller
