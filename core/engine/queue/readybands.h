// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/queue/itemlist.h"

#include <array>

namespace qontroller {

enum class Priorities : std::uint8_t {
    Banded,
    Fifo, ///< one band: first in, first out
};

/// Whether retries may start now: they are limited, see TokenBucket.
enum class Retries : std::uint8_t {
    Wait,
    MayStart,
};

/// The items that are ready for a worker: first in, first out within a band, a
/// lower band before a higher.
///
/// Ageing: every eighth turn is for the item that has waited longest, if that is longer
/// than the ageing time. It stays in its band until then. So nothing starves, and a
/// backlog of any size never takes more than its eighth from fresh events.
///
/// Retries have lines of their own beside their band's: while they may not start, they
/// stand in no one's way. The one that has waited longest is next, but every fourth turn is for a
/// first retry, the newest: so what fails now does not wait behind all that an outage has left.
/// The item that comes after bursts has a line, too: it is next when nothing
/// else may start. Not thread-safe.
class ReadyBands
{
public:
    /// One turn of so many is for what has aged.
    static constexpr int AgedShare = 8;
    /// One retry of so many is the first of its item, if there is one.
    static constexpr unsigned FirstShare = 4;

    ReadyBands(Priorities priorities, Duration ageing)
        : m_ageing(ageing)
        , m_priorities(priorities)
    {}

    /// \a item is in no place.
    void push(Item &item, Band band, TimePoint now);
    /// As push(), for an item that has waited for its back-off.
    void pushRetry(Item &item, TimePoint now);
    /// Moves a ready item to the end of a better band; never to a worse one. A retry that
    /// moves is none any more.
    void raise(Item &item, Band band);
    void remove(Item &item);
    /// Null when nothing may start.
    [[nodiscard]] Item *pop(TimePoint now, Retries retries);
    /// As pop(), but null unless that is *plain*: the first of the best band, and nothing is known
    /// of it but why it runs.
    [[nodiscard]] Item *popPlain(TimePoint now, Retries retries);
    /// What popPlain() gave last goes back to where it was: before all others of its band.
    void putBack(Item &item);
    /// The one that comes after bursts, before all others; it is there.
    [[nodiscard]] Item *popLast();

    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] bool isEmpty() const { return m_size == 0; }
    /// How many of them are retries.
    [[nodiscard]] std::size_t retries() const { return m_retryCount; }
    /// The number of the best band in which one may start; BandCount: none may.
    [[nodiscard]] int best(Retries retries) const;
    /// Whether the one that comes after bursts is among them.
    [[nodiscard]] bool hasLast() const { return !m_last.isEmpty(); }
    /// … and since when; it is.
    [[nodiscard]] TimePoint lastSince() const { return m_last.first()->queueSince; }
    /// About since when the one that waits longest is ready, for display: one that has
    /// moved up a band is not seen before it is first there. TimePoint::max() if none is.
    [[nodiscard]] TimePoint oldest() const;

private:
    void append(Item &item, Band band, Place place, TimePoint now);
    [[nodiscard]] Item *firstOf(Band band, Retries retries) const;
    [[nodiscard]] Item *longestWaiting(Retries retries) const;
    /// What has aged, if this turn is for that; null: it is not, or nothing has.
    [[nodiscard]] Item *aged(TimePoint now, Retries retries) const;
    [[nodiscard]] Item *first(Retries retries) const;
    [[nodiscard]] Item *oldestRetry() const;
    /// A retry is next; \a oldest has waited longest.
    [[nodiscard]] Item *nextRetry(Item &oldest);
    [[nodiscard]] Band bandFor(Band band) const
    {
        return m_priorities == Priorities::Fifo ? Band::Operator : band;
    }
    [[nodiscard]] ItemList &listOf(const Item &item)
    {
        switch (item.place) {
        case Place::ReadyRetry: return item.errors > 1 ? m_retries : m_firstRetries;
        case Place::ReadyLast: return m_last;
        default: return m_bands[static_cast<std::size_t>(item.band)];
        }
    }

    std::array<ItemList, BandCount> m_bands;
    ItemList m_retries;
    ItemList m_firstRetries;
    ItemList m_last;
    std::size_t m_retryCount = 0;
    std::size_t m_size = 0;
    std::int64_t m_turn = 0; // since the last one for what has aged; negative: some went back
    unsigned m_retryTurn = 0;
    Duration m_ageing;
    Priorities m_priorities;
};

} // namespace qontroller
