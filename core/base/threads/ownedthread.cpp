// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/base/threads/ownedthread.h"

#include <utility>

namespace qontroller {

namespace {

constinit thread_local bool t_isOwned = false;
constinit thread_local const char *t_work = nullptr;

} // namespace

bool OwnedThread::isCurrent()
{
    return t_isOwned;
}

void OwnedThread::setCurrentWork(const char *name) noexcept
{
    t_work = name;
}

const char *OwnedThread::currentWork() noexcept
{
    return t_work;
}

OwnedThread::OwnedThread(std::shared_ptr<const void> owned, std::function<void()> body)
    : m_state(std::make_shared<State>())
{
    m_thread = std::thread(
        [state = m_state, owned = std::move(owned), body = std::move(body)]() mutable {
            t_isOwned = true;
            body();
            owned.reset(); // with the last owner end foreign parts: before the end is said
            MutexLock lock(state->mutex);
            state->hasEnded = true;
            state->ended.notifyAll();
        });
}

OwnedThread &OwnedThread::operator=(OwnedThread &&other) noexcept
{
    if (this != &other) {
        letGo();
        m_state = std::move(other.m_state);
        m_thread = std::move(other.m_thread);
    }
    return *this;
}

OwnedThread::~OwnedThread()
{
    letGo();
}

bool OwnedThread::hasEnded() const
{
    if (!m_state)
        return true;
    MutexLock lock(m_state->mutex);
    return m_state->hasEnded;
}

bool OwnedThread::join(Clock &clock, TimePoint deadline)
{
    if (!m_thread.joinable())
        return true;
    {
        MutexLock lock(m_state->mutex);
        while (!m_state->hasEnded && clock.now() < deadline)
            clock.waitUntil(m_state->ended, lock, deadline);
        if (!m_state->hasEnded)
            return false;
    }
    m_thread.join();
    return true;
}

void OwnedThread::letGo()
{
    if (!m_thread.joinable())
        return;
    if (hasEnded())
        m_thread.join();
    else
        m_thread.detach();
}

} // namespace qontroller
