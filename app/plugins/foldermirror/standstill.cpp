// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/standstill.h"

#include <algorithm>

namespace qontroller::foldermirror {

namespace {

/// One that waits is judged again soon; a file of its name that comes later is another one.
bool isLost(std::int64_t since, std::int64_t now)
{
    constexpr Duration Longest = std::chrono::minutes(10);
    return Duration(now - since) >= Longest;
}

} // namespace

StandStill::Verdict StandStill::decide(Duration sinceModified, Duration waited)
{
    // A time in the future was set by a program or by another machine's clock.
    if (sinceModified >= QuietTime || sinceModified < Duration::zero())
        return Verdict::Copy;
    return waited >= Patience ? Verdict::CopyHastily : Verdict::Wait;
}

StandStill::Verdict StandStill::judge(const std::string &path, std::int64_t modified,
                                      std::int64_t now)
{
    MutexLock lock(m_mutex);
    forgetLost(now);
    const auto known = m_waiting.find(path);
    const bool isKnown = known != m_waiting.end() && !isLost(known->second, now);
    const std::int64_t since = isKnown ? known->second : now;
    const Verdict verdict = decide(Duration(now - modified), Duration(now - since));
    if (verdict == Verdict::Wait)
        m_waiting[path] = since;
    else if (known != m_waiting.end())
        m_waiting.erase(known);
    return verdict;
}

void StandStill::forgetLost(std::int64_t now)
{
    if (m_waiting.size() < m_most)
        return;
    std::erase_if(m_waiting, [now](const auto &file) { return isLost(file.second, now); });
    m_most = std::max<std::size_t>(1024, 2 * m_waiting.size());
}

} // namespace qontroller::foldermirror
