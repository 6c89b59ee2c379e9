// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/departures.h"

#include "app/plugins/foldermirror/pathcodec.h"

namespace qontroller::foldermirror {

void Departures::clear()
{
    m_paths.clear();
    m_settled.clear();
}

void Departures::settle(const std::string &path)
{
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
    while (!path.empty() && !m_paths.contains(path))
        path = splitPath(path).parent;
    return !path.empty();
}

} // namespace qontroller::foldermirror
