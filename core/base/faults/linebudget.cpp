// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/base/faults/linebudget.h"

#include <utility>

namespace qontroller {

bool LineBudget::take(TimePoint now)
{
    if (isOver(now)) {
        m_second = now;
        m_taken = 0;
    }
    if (m_taken < LinesPerSecond) {
        ++m_taken;
        return true;
    }
    ++m_leftOut;
    return false;
}

std::uint64_t LineBudget::takeLeftOut(TimePoint now)
{
    return isOver(now) ? m_leftOut - std::exchange(m_said, m_leftOut) : 0;
}

bool LineBudget::isOver(TimePoint now) const
{
    return now - m_second >= std::chrono::seconds(1);
}

} // namespace qontroller
