// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/queue/deletionguard.h"

#include <algorithm>

namespace qontroller {

Presence DeletionGuard::weigh(std::uint64_t count, const Facts &facts) const
{
    const std::uint64_t before = m_wave.gone + facts.held;
    const std::uint64_t known = m_wave.known != 0 ? m_wave.known : facts.known;
    // What goes was known, although its storage may have said so only since the count.
    return {std::max(known, before + count), before + count, before};
}

bool DeletionGuard::admits(std::uint64_t count, const Facts &facts, TimePoint now)
{
    const std::uint64_t undoubted = facts.known - std::min(facts.known, facts.held);
    const Presence alone{undoubted, count, 0};
    if (m_isOn && (isMassDeletion(weigh(count, facts)) || isMassDeletion(alone)))
        return false;
    withhold(facts);
    m_wave.gone += count;
    m_wave.last = now;
    return true;
}

void DeletionGuard::withhold(const Facts &facts)
{
    if (m_wave.known == 0)
        m_wave.known = facts.known;
}

void DeletionGuard::rest(const Facts &facts, TimePoint now)
{
    if (facts.held == 0 && m_underWay == 0 && now - m_wave.last >= Rest)
        settle();
}

} // namespace qontroller
