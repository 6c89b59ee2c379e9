// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/queue/item.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <limits>
#include <new>

namespace qontroller {

void askFor(Ticket ticket, std::vector<TicketRuns> &all)
{
    if (!all.empty() && all.back().ticket == ticket)
        ++all.back().runs;
    else
        all.push_back({ticket});
}

// There may be ten million.
static_assert(sizeof(Item) <= 144);
static_assert(LongestId - 1 <= std::numeric_limits<decltype(Item::lastOfId)>::max());

Item *Item::createIn(void *memory, std::string_view id)
{
    assert(isValidId(id));
    Item *item = new (memory) Item;
    item->lastOfId = static_cast<std::uint16_t>(id.size() - 1);
    std::memcpy(static_cast<char *>(memory) + sizeof(Item), id.data(), id.size());
    return item;
}

void Item::addReason(Cause cause, TimePoint now)
{
    const auto merge = [now](Reason &same) {
        ++same.count;
        same.last = now;
    };
    if (reason.count == 0) {
        reason = {cause, 1, now, now};
        return;
    }
    if (reason.cause == cause)
        return merge(reason);
    auto &more = needExtra().moreReasons;
    const auto same = std::find_if(more.begin(), more.end(),
                                   [cause](const Reason &other) { return other.cause == cause; });
    if (same != more.end())
        return merge(*same);
    more.push_back({cause, 1, now, now});
}

void Item::forgetReasons()
{
    reason = {};
    if (extra)
        extra->moreReasons.clear();
}

void Item::trim()
{
    if (!extra || extra->isCounted || !extra->text.isEmpty() || extra->lastError != TimePoint{}
        || paused || !extra->tickets.empty() || !extra->running.empty() || extra->object)
        return;
    if (extra->moreReasons.empty() || isIdle()) // a reader still has runCauses
        extra.reset();
}

std::uint16_t Item::causes() const
{
    unsigned causes = reason.count ? 1U << static_cast<unsigned>(reason.cause) : 0;
    if (extra) {
        for (const Reason &other : extra->moreReasons)
            causes |= 1U << static_cast<unsigned>(other.cause);
    }
    return static_cast<std::uint16_t>(causes);
}

std::uint32_t Item::triggers() const
{
    std::uint32_t count = reason.count;
    if (extra) {
        for (const Reason &other : extra->moreReasons)
            count += other.count;
    }
    return count;
}

} // namespace qontroller
