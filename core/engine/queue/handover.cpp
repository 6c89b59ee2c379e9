// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/queue/handover.h"

namespace qontroller {

void Handover::setOwned(std::span<const std::uint32_t> parts, bool owned)
{
    for (const std::uint32_t part : parts)
        m_schedule.ownedParts().setOwned(part, owned);
}

void Handover::sweep(ItemTable::Walk &walk, TimePoint now)
{
    m_schedule.walk(walk, [&](Item &item) {
        const bool isOurs = owns(item);
        if (isOurs && item.elsewhere)
            m_schedule.takeOver(item, now);
        else if (!isOurs && !item.elsewhere)
            m_schedule.handOver(item, now);
    });
}

} // namespace qontroller
