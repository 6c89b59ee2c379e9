// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/foldermirror/standstill.h"

namespace qontroller::foldermirror {

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
    const auto known = m_waiting.find(path);
    const std::int64_t since = known == m_waiting.end() ? now : known->second;
    const Verdict verdict = decide(Duration(now - modified), Duration(now - since));
    if (verdict == Verdict::Wait)
        m_waiting.emplace(path, now);
    else if (known != m_waiting.end())
        m_waiting.erase(known);
    return verdict;
}

} // namespace qontroller::foldermirror
