// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/doubts.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace qontroller::foldermirror {

namespace {

constexpr std::size_t MostSettled = 32'768; ///< in each half
constexpr Duration LongestAbsence = std::chrono::minutes(10);

Duration costOf(std::uint64_t bytes)
{
    const auto counted = static_cast<double>(std::max(bytes, Doubts::LeastBytes));
    return std::chrono::duration_cast<Duration>(
        std::chrono::duration<double>(counted / static_cast<double>(Doubts::BytesPerSecond)));
}

std::size_t hashOf(const std::string &path)
{
    return std::hash<std::string>()(path);
}

} // namespace

Duration Doubts::turnOf(const std::string &path, std::uint64_t bytes, TimePoint now)
{
    MutexLock lock(m_mutex);
    forgetLost(now);
    const auto [turn, isNew] = m_turns.try_emplace(path, std::max(now, m_next));
    if (isNew)
        m_next = turn->second + costOf(bytes);
    return std::max(Duration::zero(), turn->second - now);
}

bool Doubts::isDoubted(const std::string &path) const
{
    MutexLock lock(m_mutex);
    return m_turns.contains(path);
}

void Doubts::settle(const std::string &path, Version version)
{
    MutexLock lock(m_mutex);
    m_turns.erase(path);
    if (m_settled.size() >= MostSettled)
        m_settledBefore = std::exchange(m_settled, {});
    m_settled.insert_or_assign(hashOf(path), version);
}

bool Doubts::isSettled(const std::string &path, Version version) const
{
    MutexLock lock(m_mutex);
    const std::size_t hash = hashOf(path);
    if (const auto found = m_settled.find(hash); found != m_settled.end())
        return found->second == version;
    const auto found = m_settledBefore.find(hash);
    return found != m_settledBefore.end() && found->second == version;
}

void Doubts::forgetLost(TimePoint now)
{
    if (m_turns.size() < m_most)
        return;
    std::erase_if(m_turns, [now](const auto &each) { return now - each.second >= LongestAbsence; });
    m_most = std::max<std::size_t>(1024, 2 * m_turns.size());
}

} // namespace qontroller::foldermirror
