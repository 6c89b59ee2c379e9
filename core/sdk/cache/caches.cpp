// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/sdk/cache/caches.h"

#include <utility>

namespace qontroller {

Caches &Caches::instance()
{
    static Caches caches;
    return caches;
}

std::size_t Caches::size() const
{
    MutexLock lock(m_mutex);
    std::size_t count = 0;
    for (const auto &[name, handle] : m_handles)
        count += !handle.expired();
    return count;
}

Caches::Handle Caches::find(const std::string &name) const
{
    MutexLock lock(m_mutex);
    const auto place = m_handles.find(name);
    return place == m_handles.end() ? nullptr : place->second.lock();
}

Caches::Handle Caches::keep(const std::string &name, Handle handle)
{
    MutexLock lock(m_mutex);
    std::erase_if(m_handles, [](const auto &entry) { return entry.second.expired(); });
    auto &kept = m_handles[name];
    if (auto first = kept.lock())
        return first; // what came second was never started, and ends with the caller's copy
    kept = handle;
    return handle;
}

} // namespace qontroller
