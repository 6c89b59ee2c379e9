// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/observe/events/eventrecord.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

namespace qontroller {

/// How far a reader has read what is numbered: each has its own.
struct EventCursor
{
    /// EventRecord::number; that of one that is gone is all right. 0: it has read none, and begins
    /// with the first that is kept.
    std::uint64_t next = 0;
};

/// The last events of one controller, for any number of readers, in the order of their numbers.
///
/// Bounded in number and in bytes. When it is full, the oldest of the kind that takes most goes: so
/// a flood of one kind drives out no other that takes less. It is counted as dropped unless a
/// reader has read it. What all readers have read is kept for people to look back at, within a
/// bound of its own. Not thread-safe.
class EventRing
{
public:
    static constexpr std::size_t DefaultCapacity = 200'000;

    /// Room for 40 000 ordinary events, or for 2 000 with texts as long as they may be.
    static constexpr std::size_t DefaultBytes = std::size_t{8} << 20;

    explicit EventRing(std::size_t capacity = DefaultCapacity, std::size_t bytes = DefaultBytes)
        : m_capacity(capacity)
        , m_bytesAtMost(bytes)
    {}

    void add(EventRecord event);
    /// Up to \a limit events from \a cursor on, oldest first, and moves it behind them. No more
    /// than \a room bytes of them, but for the last one; counts it down.
    [[nodiscard]] std::vector<EventRecord> read(EventCursor &cursor, std::size_t limit,
                                                std::size_t &room);
    [[nodiscard]] std::size_t unread(const EventCursor &cursor) const;
    [[nodiscard]] std::uint64_t dropped() const { return m_dropped; }
    /// EventRecord::number of the next.
    [[nodiscard]] std::uint64_t nextNumber() const { return m_nextNumber; }

    /// All readers have read what comes before \a number; UINT64_MAX: there is none. As long as
    /// nothing is said there is one that has read nothing.
    void setRead(std::uint64_t number) { m_read = number; }
    /// What all readers have read has \a bytes at the most.
    void setLookBack(std::size_t bytes) { m_lookBack = bytes; }
    /// Forgets what is too old, a portion of it at a time. True: there is more.
    bool trim();

    /// Of all that are kept, with their texts.
    [[nodiscard]] std::size_t bytes() const { return m_bytes; }

private:
    /// Those of one kind.
    struct Ring
    {
        std::deque<EventRecord> events;
        std::size_t bytes = 0;
    };

    /// Where \a cursor goes on among those of one kind.
    [[nodiscard]] static std::deque<EventRecord>::const_iterator unreadOf(
        const Ring &ring, const EventCursor &cursor);
    [[nodiscard]] bool isTooFull() const { return m_bytes > m_lookBack && largest(m_read); }
    /// The kind that takes most of those whose oldest has a number below \a before; null: none has.
    [[nodiscard]] Ring *largest(std::uint64_t before) const;
    void dropOldest(Ring &ring);

    std::array<std::unique_ptr<Ring>, EventRecord::KindCount> m_rings; // null: none has come yet
    std::size_t m_size = 0;
    std::size_t m_capacity;
    std::size_t m_bytesAtMost;
    std::size_t m_lookBack = SIZE_MAX;
    std::size_t m_bytes = 0;
    std::uint64_t m_nextNumber = 1;
    std::uint64_t m_unseen = 1; // the first that no reader has read
    std::uint64_t m_read = 0;   // the first that some reader has not read
    std::uint64_t m_dropped = 0;
};

} // namespace qontroller
