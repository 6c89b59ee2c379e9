// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/departures.h"

#include "app/plugins/foldermirror/pathcodec.h"

namespace qontroller::foldermirror {

void Departures::note(const std::string &path)
{
    MutexLock lock(m_mutex);
    m_paths[path] = Unsettled;
}

void Departures::forget(const std::string &path)
{
    MutexLock lock(m_mutex);
    m_paths.erase(path);
}

void Departures::clear()
{
    MutexLock lock(m_mutex);
    m_paths.clear();
    m_settled.clear();
}

void Departures::settle(const std::string &path)
{
    MutexLock lock(m_mutex);
    const auto it = m_paths.find(path);
    if (it == m_paths.end() || it->second != Unsettled)
        return;
    it->second = ++m_last;
    m_settled.emplace_back(m_last, path);
    if (m_settled.size() <= MostSettled)
        return;
    const auto oldest = m_paths.find(m_settled.front().second);
    if (oldest != m_paths.end() && oldest->second == m_settled.front().first)
        m_paths.erase(oldest);
    m_settled.pop_front();
}

bool Departures::contain(std::string_view path) const
{
    MutexLock lock(m_mutex);
    while (!path.empty() && !m_paths.contains(path))
        path = splitPath(path).parent;
    return !path.empty();
}

} // namespace qontroller::foldermirror
