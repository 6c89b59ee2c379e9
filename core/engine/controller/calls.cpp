// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/controller/calls.h"

#include <utility>

namespace qontroller {

Calls::Scope::Scope(Calls &calls, ForeignCall call, ObjectId id)
    : m_calls(calls)
{
    std::list<Entry> entry;
    entry.push_back({{call, std::move(id), calls.m_clock.now()}, {}});
    m_entry = entry.begin();
    MutexLock lock(calls.m_mutex);
    if (calls.m_stopping)
        m_entry->stop.request_stop(); // nothing is registered on it yet
    calls.m_entries.splice(calls.m_entries.end(), entry);
}

Calls::Scope::~Scope()
{
    std::list<Entry> entry; // destroyed without the lock
    MutexLock lock(m_calls.m_mutex);
    entry.splice(entry.end(), m_calls.m_entries, m_entry);
}

void Calls::stop()
{
    MutexLock lock(m_mutex);
    m_stopping = true;
    for (const Entry &entry : m_entries)
        m_stops->request(entry.stop, entry.call.id);
}

std::vector<RunningCall> Calls::running() const
{
    std::vector<RunningCall> calls;
    MutexLock lock(m_mutex);
    for (const Entry &entry : m_entries)
        calls.push_back(entry.call);
    return calls;
}

} // namespace qontroller
