// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/queue/loops.h"

namespace qontroller {

bool Loops::count(Item &item, Duration weight, TimePoint now)
{
    item.unrest = unrestAfter(item.unrest, now - item.lastRun, weight);
    item.looping = item.looping || item.unrest > MostUnrest;
    const auto told = m_places.find(item.key);
    if (told != m_places.end()) {
        m_told.splice(m_told.end(), m_told, told->second);
        return false;
    }
    if (!item.looping)
        return false;
    m_places[item.key] = m_told.insert(m_told.end(), &item);
    return true;
}

void Loops::forget(Item &item)
{
    acquit(item);
    const auto told = m_places.find(item.key);
    if (told == m_places.end())
        return;
    m_told.erase(told->second);
    m_places.erase(told);
}

} // namespace qontroller
