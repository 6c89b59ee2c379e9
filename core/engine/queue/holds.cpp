// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/queue/holds.h"

#include <utility>

namespace qontroller {

void Holds::begin(HeldList hold)
{
    m_holds.push_back(std::move(hold));
    if (m_holds.size() > Most)
        m_holds.pop_front();
    if (++m_newest == 0)
        ++m_newest;
}

void Holds::goOn(HeldList hold, IsHeld isHeld)
{
    if (isHeld == IsHeld::No || m_holds.empty() || m_holds.back().kind != hold.kind)
        return begin(std::move(hold));
    m_holds.back().present = hold.present;
    m_holds.back().missing = hold.missing;
}

const HeldList &Holds::of(Number number) const
{
    static const HeldList None;
    if (m_holds.empty())
        return None;
    const auto age = static_cast<Number>(m_newest - number);
    return age < m_holds.size() ? *(m_holds.rbegin() + age) : m_holds.back();
}

} // namespace qontroller
