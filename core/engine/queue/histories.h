// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/observe/events/keys.h"
#include "core/engine/observe/items/attemptrecord.h"

#include <list>
#include <unordered_map>
#include <vector>

namespace qontroller {

/// The last attempts of items that had trouble, or that are watched.
///
/// Bounded in bytes over all items: the history that was added to longest ago goes first. One
/// item is bounded too, so that a few with long errors do not push out all others.
/// Not thread-safe.
class Histories
{
public:
    /// Of one item; the oldest goes first.
    static constexpr std::size_t AttemptsKept = 16;
    /// Of what the attempts of one item said. Its last attempt is kept whatever it said.
    static constexpr std::size_t TextBytesKept = std::size_t{12} << 10;
    static constexpr std::size_t MostBytes = std::size_t{4} << 20;

    explicit Histories(std::size_t mostBytes = MostBytes)
        : m_mostBytes(mostBytes)
    {}

    /// Begins a history if there is none.
    void watch(ItemKey key);
    [[nodiscard]] bool contains(ItemKey key) const { return m_histories.contains(key); }
    void add(ItemKey key, AttemptRecord attempt);
    /// Oldest first; empty if there are none.
    [[nodiscard]] std::vector<AttemptRecord> of(ItemKey key) const;
    void forget(ItemKey key);

    /// All histories together have \a bytes at the most.
    void setMost(std::size_t bytes) { m_mostBytes = bytes; }
    /// Forgets what is too much, a portion of it at a time. True: there is more.
    bool trim();

    /// Of all histories together, about.
    [[nodiscard]] std::size_t bytes() const { return m_bytes; }

private:
    struct History
    {
        std::vector<AttemptRecord> attempts; ///< oldest first
        std::list<ItemKey>::iterator place;  ///< in m_order
    };

    std::unordered_map<ItemKey, History> m_histories;
    std::list<ItemKey> m_order; ///< added to longest ago first
    std::size_t m_bytes = 0;
    std::size_t m_mostBytes;
};

} // namespace qontroller
