// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/sdk/cache/changering.h"

#include <algorithm>
#include <utility>

namespace qontroller {

ChangeRing::Change ChangeRing::push(Change change)
{
    const std::size_t place = m_end++ % m_capacity;
    if (place == m_changes.size()) {
        m_changes.push_back(std::move(change));
        return nullptr;
    }
    return std::exchange(m_changes[place], std::move(change));
}

ChangeRing::Portion ChangeRing::read(std::uint64_t &position, std::size_t most) const
{
    Portion portion;
    const std::uint64_t oldest = m_end - m_changes.size();
    portion.hasMissed = position < oldest;
    position = std::max(position, oldest);
    const std::uint64_t until = std::min<std::uint64_t>(m_end, position + most);
    for (; position < until; ++position)
        portion.changes.push_back(m_changes[position % m_capacity]);
    return portion;
}

} // namespace qontroller
