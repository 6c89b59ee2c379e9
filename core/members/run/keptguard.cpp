// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/members/run/keptguard.h"

namespace qontroller::consist {

bool KeptGuard::admits(const Vanishing &members, TimePoint now)
{
    VanishingGuard next = m_guard;
    if (!next.admits(members, now))
        return false;
    if (next.wave() != m_guard.wave() && !m_store.setWave(m_name, next.wave()))
        return false;
    m_guard = next;
    return true;
}

} // namespace qontroller::consist
