// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/sdk/cache/loadqueue.h"

#include "core/base/threads/wait.h"

#include <utility>

namespace qontroller {

void LoadQueue::add(const ObjectId &id, Kind kind, Origin origin, Version version)
{
    MutexLock lock(m_mutex);
    if (!m_isClosed)
        wish(id, kind, origin, version);
}

LoadQueue::State &LoadQueue::wish(const ObjectId &id, Kind kind, Origin origin, Version version)
{
    const auto place = m_states.try_emplace(id).first;
    State &state = place->second;
    if (origin == Origin::List && !state.isOfList) {
        state.isOfList = true;
        ++m_listLeft;
    }
    const bool givesWay = kind == Kind::RemoveUnseen && state.isQueued;
    if (!givesWay) {
        state.kind = kind;
        state.version = version;
        // What an event has said stays said.
        state.origin = state.isQueued && state.origin == Origin::Event ? Origin::Event : origin;
    }
    if (!state.isQueued) {
        state.isQueued = true;
        if (!state.isRunning) {
            m_line.push_back(&*place);
            m_hasWork.notifyOne();
        }
    }
    return state;
}

std::string LoadQueue::load(const ObjectId &id, const std::stop_token &stop)
{
    const WakeOnStop wake(stop, m_mutex, m_hasEnded);
    const auto ticket = std::make_shared<Ticket>();
    MutexLock lock(m_mutex);
    if (!m_isClosed) {
        State &state = wish(id, Kind::Load, Origin::Caller, 0);
        if (!state.waiting)
            state.waiting = std::make_unique<Tickets>();
        state.waiting->push_back(ticket);
    }
    while (!ticket->hasEnded && !m_isClosed && !stop.stop_requested())
        m_hasEnded.wait(lock);
    return ticket->hasEnded ? ticket->error : "it was stopped before '" + id + "' was loaded";
}

std::string LoadQueue::waitForList()
{
    MutexLock lock(m_mutex);
    while (m_listLeft > 0 && !m_isClosed)
        m_hasEnded.wait(lock);
    const std::size_t others = std::exchange(m_listErrors, 0);
    std::string error = std::exchange(m_listError, {});
    return others < 2 ? error : error + " (and " + std::to_string(others - 1) + " more)";
}

std::optional<LoadQueue::Task> LoadQueue::take()
{
    MutexLock lock(m_mutex);
    while (m_line.empty() && !m_isClosed)
        m_hasWork.wait(lock);
    if (m_isClosed)
        return std::nullopt;
    auto &[id, state] = *m_line.front();
    m_line.pop_front();
    state.isQueued = false;
    state.isRunning = true;
    state.runsForList = std::exchange(state.isOfList, false);
    state.running = std::move(state.waiting);
    return Task{id, state.kind, state.origin, state.version};
}

void LoadQueue::done(const ObjectId &id, const std::string &error)
{
    MutexLock lock(m_mutex);
    const auto place = m_states.find(id);
    State &state = place->second;
    if (const auto tickets = std::move(state.running)) {
        for (const auto &ticket : *tickets)
            *ticket = {true, error};
        m_hasEnded.notifyAll();
    }
    if (state.runsForList) {
        m_listErrors += !error.empty();
        if (m_listError.empty())
            m_listError = error;
        if (--m_listLeft == 0)
            m_hasEnded.notifyAll();
    }
    state.isRunning = state.runsForList = false;
    if (!state.isQueued) {
        m_states.erase(place);
        return;
    }
    m_line.push_back(&*place);
    m_hasWork.notifyOne();
}

void LoadQueue::close()
{
    MutexLock lock(m_mutex);
    m_isClosed = true;
    m_hasWork.notifyAll();
    m_hasEnded.notifyAll();
}

} // namespace qontroller
