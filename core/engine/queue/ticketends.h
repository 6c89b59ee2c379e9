// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/observe/events/eventring.h"
#include "core/engine/queue/item.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <set>
#include <string_view>
#include <vector>

namespace qontroller {

/// How runs ended that commands asked for, for any number of readers.
///
/// No run is left out, however many there are and however long their ids: when there is no more
/// room for an end that a reader has not read, it loses its id and its text, and is summed up with
/// others of the same ticket that ended in the same way. So what is kept of a ticket is bounded by
/// what is asked, and not by its objects. Only when there are too many sums goes the oldest, and
/// read() says so. Each end and each sum is told to a reader once: what is summed up is never of
/// both sides of a reader's place.
///
/// Each call does a bounded portion of work, however many tickets wait for one run.
/// Not thread-safe.
class TicketEnds
{
public:
    static constexpr std::size_t DefaultBytes = std::size_t{2} << 20;
    static constexpr std::size_t DefaultSums = 20'000;

    explicit TicketEnds(std::size_t bytes = DefaultBytes, std::size_t sums = DefaultSums)
        : m_bytesAtMost(bytes)
        , m_sumsAtMost(sums)
    {}

    /// The runs of \a tickets, which were of the object \a id, have ended so.
    void add(std::string_view id, std::vector<TicketRuns> tickets, const Said &outcome,
             TimePoint now);

    struct Read
    {
        std::vector<EventRecord> ends; ///< oldest first
        bool hasMissed = false;        ///< some were dropped that the reader had not read
    };
    /// Up to \a limit ends from \a cursor on, and moves it behind them. No more than \a room bytes
    /// of them, but for the last one; counts it down.
    [[nodiscard]] Read read(EventCursor &cursor, std::size_t limit, std::size_t &room);

    /// How many ends come after \a cursor, about.
    [[nodiscard]] std::size_t unread(const EventCursor &cursor) const
    {
        return m_nextNumber - std::max(cursor.next, m_sums.empty() ? first() : std::uint64_t{1});
    }

    /// As for EventRing.
    void setRead(std::uint64_t number) { m_read = number; }
    void setLookBack(std::size_t bytes) { m_lookBack = bytes; }
    bool trim();

    /// Of all that are kept, but for the sums.
    [[nodiscard]] std::size_t bytes() const { return m_bytes; }
    /// How many runs had ended that were dropped before a reader saw it.
    [[nodiscard]] std::uint64_t dropped() const { return m_dropped; }
    /// EventRecord::number of the next.
    [[nodiscard]] std::uint64_t nextNumber() const { return m_nextNumber; }

private:
    /// Ends of one run for all who had asked for it, in a row.
    struct Batch
    {
        std::uint64_t first = 0; ///< EventRecord::number of the first of `tickets`
        TimePoint time;
        ObjectId id;
        Said said;
        std::vector<TicketRuns> tickets;
        std::size_t gone = 0; ///< of `tickets`, from the first on
    };
    struct Sum
    {
        std::uint64_t number = 0; ///< of the first
        TimePoint time;           ///< of the last
        Said said;                ///< likewise, without its text
        Ticket ticket = 0;
        std::uint64_t runs = 0;
    };

    [[nodiscard]] static std::size_t bytesOf(const Batch &batch);
    [[nodiscard]] static EventRecord endOf(const Batch &batch, std::size_t index);
    [[nodiscard]] static EventRecord endOf(const Sum &sum);
    /// EventRecord::number of the first that is kept with its id; as the next, if there is none.
    [[nodiscard]] std::uint64_t first() const;
    [[nodiscard]] bool isTooFull() const;
    void forgetOldest();
    void sumUp(const Batch &batch, const TicketRuns &oldest, std::uint64_t number);
    void forgetOldestSum();

    std::deque<Batch> m_batches;
    std::deque<Sum> m_sums;           // of what came before all batches
    std::size_t m_closed = 0;         // the first of m_sums take nothing in any more
    std::set<std::uint64_t> m_places; // of readers, within m_batches
    std::size_t m_bytesAtMost;
    std::size_t m_sumsAtMost;
    std::size_t m_lookBack = SIZE_MAX;
    std::size_t m_bytes = 0;
    std::uint64_t m_nextNumber = 1;
    std::uint64_t m_read = 0; // the first that some reader has not read
    std::uint64_t m_lost = 0; // number of the last sum that was dropped unread
    std::uint64_t m_dropped = 0;
};

} // namespace qontroller
