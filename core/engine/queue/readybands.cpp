// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/queue/readybands.h"

#include <algorithm>
#include <cassert>

namespace qontroller {

namespace {

/// The one that has been ready longer; null only if both are.
Item *older(Item *a, Item *b)
{
    if (!a || !b)
        return a ? a : b;
    return b->queueSince < a->queueSince ? b : a;
}

/// Its run has nothing to be told, and its end nothing to tell.
bool isPlain(const Item &item)
{
    return item.place == Place::Ready && !item.extra && !item.hasKept && item.errors == 0
           && item.existence == Existence::Present && !item.denied;
}

} // namespace

void ReadyBands::push(Item &item, Band band, TimePoint now)
{
    append(item, bandFor(band), item.afterBurst ? Place::ReadyLast : Place::Ready, now);
}

void ReadyBands::pushRetry(Item &item, TimePoint now)
{
    append(item, bandFor(Band::Retry), item.afterBurst ? Place::ReadyLast : Place::ReadyRetry, now);
}

void ReadyBands::append(Item &item, Band band, Place place, TimePoint now)
{
    assert(item.place == Place::Nowhere);
    item.place = place;
    item.band = band;
    item.queueSince = now;
    listOf(item).append(item);
    m_retryCount += place == Place::ReadyRetry;
    ++m_size;
}

void ReadyBands::raise(Item &item, Band band)
{
    if (item.afterBurst || bandFor(band) > item.band
        || (bandFor(band) == item.band && item.place == Place::Ready))
        return;
    const TimePoint since = item.queueSince;
    remove(item);
    append(item, bandFor(band), Place::Ready, since);
}

void ReadyBands::remove(Item &item)
{
    assert(isReady(item.place));
    listOf(item).remove(item);
    m_retryCount -= item.place == Place::ReadyRetry;
    item.place = Place::Nowhere;
    --m_size;
}

Item *ReadyBands::pop(TimePoint now, Retries retries)
{
    ++m_turn;
    Item *item = aged(now, retries);
    if (item)
        m_turn = 0;
    else
        item = first(retries);
    if (item && item->place == Place::ReadyRetry)
        item = nextRetry(*item);
    if (item)
        remove(*item);
    return item;
}

Item *ReadyBands::popPlain(TimePoint now, Retries retries)
{
    ++m_turn;
    const int band = best(retries);
    Item *item = aged(now, retries);
    if (!item && band < BandCount)
        item = firstOf(static_cast<Band>(band), retries);
    if (item && isPlain(*item) && static_cast<int>(item->band) == band) {
        remove(*item);
        return item;
    }
    --m_turn;
    return nullptr;
}

void ReadyBands::putBack(Item &item)
{
    item.place = Place::Ready;
    listOf(item).prepend(item);
    ++m_size;
    --m_turn;
}

int ReadyBands::best(Retries retries) const
{
    int band = 0;
    while (band < BandCount && !firstOf(static_cast<Band>(band), retries))
        ++band;
    return band;
}

Item *ReadyBands::nextRetry(Item &oldest)
{
    const bool isForFirst = ++m_retryTurn % FirstShare == 0 && !m_firstRetries.isEmpty();
    return isForFirst ? m_firstRetries.last() : &oldest;
}

Item *ReadyBands::oldestRetry() const
{
    return older(m_retries.first(), m_firstRetries.first());
}

Item *ReadyBands::popLast()
{
    Item *item = m_last.first();
    remove(*item);
    return item;
}

Item *ReadyBands::aged(TimePoint now, Retries retries) const
{
    if (m_turn <= 0 || m_turn % AgedShare != 0)
        return nullptr;
    Item *item = longestWaiting(retries);
    return item && now - item->queueSince > m_ageing ? item : nullptr;
}

Item *ReadyBands::first(Retries retries) const
{
    const int band = best(retries);
    return band < BandCount ? firstOf(static_cast<Band>(band), retries) : m_last.first();
}

Item *ReadyBands::firstOf(Band band, Retries retries) const
{
    Item *item = m_bands[static_cast<std::size_t>(band)].first();
    return retries == Retries::MayStart && band == bandFor(Band::Retry) ? older(item, oldestRetry())
                                                                        : item;
}

Item *ReadyBands::longestWaiting(Retries retries) const
{
    Item *longest = nullptr;
    for (int band = 0; band < BandCount; ++band)
        longest = older(longest, firstOf(static_cast<Band>(band), retries));
    return longest;
}

TimePoint ReadyBands::oldest() const
{
    const Item *item = older(longestWaiting(Retries::MayStart), m_last.first());
    return item ? item->queueSince : TimePoint::max();
}

} // namespace qontroller
