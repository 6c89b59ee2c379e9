// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/restless.h"

#include <algorithm>

namespace qontroller::foldermirror {

unsigned Restless::note(const std::string &path, TimePoint now)
{
    constexpr unsigned MostDoublings = 20;
    MutexLock lock(m_mutex);
    Copies &copies = m_files[path];
    const Duration rest = FirstRest * (1U << std::min(copies.thrownAway, MostDoublings));
    copies.next = now + std::min(rest, LongestRest);
    return ++copies.thrownAway;
}

Duration Restless::rest(const std::string &path, TimePoint now) const
{
    MutexLock lock(m_mutex);
    const auto file = m_files.find(path);
    return file == m_files.end() ? Duration::zero()
                                 : std::max(Duration::zero(), file->second.next - now);
}

void Restless::forget(const std::string &path)
{
    MutexLock lock(m_mutex);
    m_files.erase(path);
}

} // namespace qontroller::foldermirror
