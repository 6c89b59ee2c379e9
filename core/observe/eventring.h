// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/observe/eventrecord.h"

#include <deque>
#include <vector>

namespace qontroller {

/// How far a reader has read an EventRing: each has its own.
struct EventCursor
{
    std::uint64_t next = 1; ///< EventRecord::number; that of an event that is gone is all right
};

/// The last events of one controller, for any number of readers. Bounded in number and in
/// bytes: when it is full the oldest goes, and is counted as dropped unless a reader has read
/// it. Not thread-safe.
class EventRing
{
public:
    static constexpr std::size_t DefaultCapacity = 200'000;

    /// Room for so many ordinary events, or for 16 000 with texts as long as they may be.
    static constexpr std::size_t DefaultBytes = std::size_t{64} << 20;

    explicit EventRing(std::size_t capacity = DefaultCapacity, std::size_t bytes = DefaultBytes)
        : m_capacity(capacity)
        , m_bytesAtMost(bytes)
    {}

    void add(EventRecord event);
    /// Up to \a limit events from \a cursor on, oldest first, and moves it behind them.
    [[nodiscard]] std::vector<EventRecord> read(EventCursor &cursor, std::size_t limit);
    [[nodiscard]] std::uint64_t dropped() const { return m_dropped; }

private:
    [[nodiscard]] bool isTooFull() const;
    void dropOldest();

    std::deque<EventRecord> m_events;
    std::size_t m_capacity;
    std::size_t m_bytesAtMost;
    std::size_t m_bytes = 0; // of all events and their texts
    std::uint64_t m_nextNumber = 1;
    std::uint64_t m_unseen = 1; // the first that no reader has read
    std::uint64_t m_dropped = 0;
};

} // namespace qontroller
