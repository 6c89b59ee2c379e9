// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/observe/rows.h"

#include <deque>
#include <vector>

namespace qontroller {

/// The last events of one controller. Bounded in number and in bytes: when it is full the
/// oldest goes, and is counted as dropped unless somebody has read it. Not thread-safe.
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
    /// Up to \a limit events that were not read before, oldest first.
    [[nodiscard]] std::vector<EventRecord> read(std::size_t limit);
    /// The next read() starts with the oldest that is still there.
    void rewind();
    [[nodiscard]] std::uint64_t dropped() const { return m_dropped; }

private:
    [[nodiscard]] bool isTooFull() const;
    void dropOldest();

    std::deque<EventRecord> m_events;
    std::size_t m_capacity;
    std::size_t m_bytesAtMost;
    std::size_t m_bytes = 0; // of all events and their texts
    std::uint64_t m_nextNumber = 1;
    std::uint64_t m_nextToRead = 1;
    std::uint64_t m_dropped = 0;
};

} // namespace qontroller
