// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/metrics/visitors.h"

#include <algorithm>

#include <sys/socket.h>

namespace qontroller {

void Visitors::came(const void *key, int descriptor)
{
    MutexLock lock(m_mutex);
    m_all.insert_or_assign(key, Visitor{descriptor, ++m_turn});
}

void Visitors::left(const void *key)
{
    MutexLock lock(m_mutex);
    m_all.erase(key);
}

void Visitors::begins(const void *key)
{
    MutexLock lock(m_mutex);
    if (const auto found = m_all.find(key); found != m_all.end())
        found->second.isAtWork = true;
}

void Visitors::ends(const void *key)
{
    MutexLock lock(m_mutex);
    if (const auto found = m_all.find(key); found != m_all.end()) {
        found->second.isAtWork = false;
        found->second.turn = ++m_turn;
    }
}

std::size_t Visitors::count() const
{
    MutexLock lock(m_mutex);
    return m_all.size();
}

bool Visitors::endIdlest()
{
    MutexLock lock(m_mutex);
    Visitor *idlest = nullptr;
    for (auto &[key, each] : m_all) {
        if (!each.isAtWork && !each.isEnding && (!idlest || each.turn < idlest->turn))
            idlest = &each;
    }
    if (!idlest)
        return false;
    idlest->isEnding = true;
    ::shutdown(idlest->descriptor, SHUT_RDWR); // under the lock: until left() it is this socket
    return true;
}

} // namespace qontroller
