// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/queue/readybands.h"

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
    return item.place == Place::Ready && !item.extra && item.errors == 0
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
    Item *item = next(now, retries);
    if (item && item->place == Place::ReadyRetry)
        item = nextRetry(*item);
    if (item)
        remove(*item);
    return item;
}

Item *ReadyBands::popPlain(TimePoint now, Retries retries)
{
    Item *item = next(now, retries);
    if (item && isPlain(*item) && !hasBefore(item->band, retries)) {
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

bool ReadyBands::hasBefore(Band band, Retries retries) const
{
    for (int better = 0; better < static_cast<int>(band); ++better) {
        if (firstOf(static_cast<Band>(better), retries))
            return true;
    }
    return false;
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

Item *ReadyBands::next(TimePoint now, Retries retries)
{
    if (++m_turn % AgedShare == 0) {
        Item *item = longestWaiting(retries);
        if (item && now - item->queueSince > m_ageing)
            return item;
    }
    for (int band = 0; band < BandCount; ++band) {
        if (Item *item = firstOf(static_cast<Band>(band), retries))
            return item;
    }
    return m_last.first();
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
