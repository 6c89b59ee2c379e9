// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/queue/itemlist.h"

#include <array>

namespace qontroller {

enum class Priorities : std::uint8_t {
    Banded,
    Fifo, ///< one band: first in, first out
};

/// The items that are ready for a worker: first in, first out within a band, a
/// lower band before a higher.
///
/// Ageing: whoever waited longer than the ageing time moves to the end of the
/// next better band. At most one moves from each band whenever one is taken, so
/// an old backlog gets its share and still cannot push in front of new events
/// all at once. Not thread-safe.
class ReadyBands
{
public:
    ReadyBands(Priorities priorities, Duration ageing)
        : m_ageing(ageing)
        , m_priorities(priorities)
    {}

    /// \a item is in no place.
    void push(Item &item, Band band, TimePoint now);
    /// Moves a ready item to the end of a better band; never to a worse one.
    void raise(Item &item, Band band, TimePoint now);
    void remove(Item &item);
    /// Null when nothing is ready.
    [[nodiscard]] Item *pop(TimePoint now);

    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] bool isEmpty() const { return m_size == 0; }
    /// About since when the one that waits longest is ready, for display: one that has
    /// moved up a band is not seen before it is first there. TimePoint::max() if none is.
    [[nodiscard]] TimePoint oldest() const;

private:
    void age(TimePoint now);
    [[nodiscard]] ItemList &listOf(const Item &item)
    {
        return m_bands[static_cast<std::size_t>(item.band)];
    }

    std::array<ItemList, BandCount> m_bands;
    std::size_t m_size = 0;
    Duration m_ageing;
    Priorities m_priorities;
};

} // namespace qontroller
