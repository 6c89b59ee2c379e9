// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/observe/rows.h"

#include <deque>
#include <vector>

namespace qontroller {

/// The last events of one controller. Bounded: when it is full the oldest goes,
/// and is counted as dropped unless somebody has read it. Not thread-safe.
class EventRing
{
public:
    static constexpr std::size_t DefaultCapacity = 200'000;

    explicit EventRing(std::size_t capacity = DefaultCapacity)
        : m_capacity(capacity)
    {}

    void add(EventRecord event);
    /// Up to \a limit events that were not read before, oldest first.
    [[nodiscard]] std::vector<EventRecord> read(std::size_t limit);
    /// The next read() starts with the oldest that is still there.
    void rewind();
    [[nodiscard]] std::uint64_t dropped() const { return m_dropped; }

private:
    std::deque<EventRecord> m_events;
    std::size_t m_capacity;
    std::uint64_t m_nextNumber = 1;
    std::uint64_t m_nextToRead = 1;
    std::uint64_t m_dropped = 0;
};

} // namespace qontroller
