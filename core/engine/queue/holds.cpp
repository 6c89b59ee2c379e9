// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/queue/holds.h"

#include "core/engine/queue/spells.h"

#include <utility>

namespace qontroller {

void Holds::begin(HeldList hold)
{
    ++m_begun;
    add(std::move(hold), newSpell());
}

void Holds::add(HeldList hold, Spell spell)
{
    m_holds.push_back(std::move(hold));
    if (m_holds.size() > Most)
        m_holds.pop_front();
    if (++m_newest == 0)
        ++m_newest;
    if (m_spells.size() <= m_newest)
        m_spells.resize(m_newest + std::size_t(1));
    m_spells[m_newest] = spell;
    m_hasAnyEnded = false;
}

void Holds::goOn(HeldList hold, IsHeld isHeld)
{
    if (isHeld == IsHeld::No || m_holds.empty() || m_holds.back().kind != hold.kind)
        return begin(std::move(hold));
    if (m_hasAnyEnded)
        add(HeldList(m_holds.back()), newSpell());
    m_holds.back().present = hold.present;
    m_holds.back().missing = hold.missing;
}

Holds::Number Holds::restore(Spell spell)
{
    if (spell == 0)
        return 0;
    const auto [known, isNew] = m_restored.try_emplace(spell);
    if (isNew) {
        add({}, spell);
        known->second = m_newest;
    }
    return known->second;
}

void Holds::endRestore(const HeldList &hold)
{
    m_restored.clear();
    if (m_holds.empty())
        begin(hold);
    for (HeldList &each : m_holds)
        each = hold;
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
