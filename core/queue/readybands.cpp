// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/queue/readybands.h"

#include <algorithm>
#include <cassert>

namespace qontroller {

void ReadyBands::push(Item &item, Band band, TimePoint now)
{
    assert(item.place == Place::Nowhere);
    item.place = Place::Ready;
    item.band = m_priorities == Priorities::Fifo ? Band::Operator : band;
    item.due = now;
    item.readyAt = now;
    listOf(item).append(item);
    ++m_size;
}

void ReadyBands::raise(Item &item, Band band, TimePoint now)
{
    if (m_priorities == Priorities::Fifo || band >= item.band)
        return;
    listOf(item).remove(item);
    item.band = band;
    item.due = now;
    listOf(item).append(item);
}

void ReadyBands::remove(Item &item)
{
    assert(item.place == Place::Ready);
    listOf(item).remove(item);
    item.place = Place::Nowhere;
    --m_size;
}

Item *ReadyBands::pop(TimePoint now)
{
    if (m_size == 0)
        return nullptr;
    age(now);
    const auto band = std::find_if(m_bands.begin(), m_bands.end(),
                                   [](const ItemList &list) { return !list.isEmpty(); });
    Item *item = band->first();
    remove(*item);
    return item;
}

void ReadyBands::age(TimePoint now)
{
    for (std::size_t band = 1; band < m_bands.size(); ++band) {
        Item *first = m_bands[band].first();
        if (first && now - first->due > m_ageing)
            raise(*first, static_cast<Band>(band - 1), now);
    }
}

TimePoint ReadyBands::oldest() const
{
    TimePoint oldest = TimePoint::max();
    for (const ItemList &list : m_bands) {
        if (!list.isEmpty())
            oldest = std::min(oldest, list.first()->readyAt);
    }
    return oldest;
}

} // namespace qontroller
