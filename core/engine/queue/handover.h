// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/queue/schedule.h"

#include <cstdint>
#include <span>

namespace qontroller {

/// The door of ownership: which parts of the ids are this host's.
///
/// A change of parts holds at once for each item that is taken from then on. The sweep after it
/// brings all other items up to date. Not thread-safe: see WorkQueue::update().
class Handover
{
public:
    explicit Handover(Schedule &schedule)
        : m_schedule(schedule)
    {}

    /// From now on ids are cut into \a parts, of which this host owns none.
    void cut(std::uint32_t parts) { m_schedule.ownedParts().cut(parts); }
    void setOwned(std::span<const std::uint32_t> parts, bool owned);
    /// Takes items over and hands items over, as their parts say. Of one portion of all items.
    void sweep(ItemTable::Walk &walk, TimePoint now);

    [[nodiscard]] bool owns(const Item &item) const { return m_schedule.owns(item.id()); }
    /// Of all parts.
    [[nodiscard]] std::size_t owned() const { return m_schedule.ownedParts().owned(); }

private:
    Schedule &m_schedule;
};

} // namespace qontroller
