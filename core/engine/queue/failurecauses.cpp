// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/queue/failurecauses.h"

#include "core/engine/observe/events/errorsignature.h"

#include <algorithm>
#include <utility>

namespace qontroller {

void FailureCauses::count(Item &item)
{
    ItemExtra &extra = item.needExtra();
    if (!extra.isCounted || extra.isErrorNew)
        enter(item, extra);
    const bool isParked = item.state == ItemState::Parked;
    if (isParked == extra.isCountedParked)
        return;
    Tally &tally = m_tallies.at(extra.cause);
    isParked ? ++tally.parked : --tally.parked;
    extra.isCountedParked = isParked;
}

void FailureCauses::forget(Item &item)
{
    if (item.extra)
        leave(*item.extra);
}

std::vector<FailureCause> FailureCauses::all() const
{
    std::vector<FailureCause> all;
    for (const Tally &each : m_tallies) {
        if (each.count > 0)
            all.push_back({each.signature, each.count, each.parked, each.since, each.newest,
                           each.text.text()});
    }
    return all;
}

std::uint8_t FailureCauses::placeFor(std::string signature)
{
    const auto others = m_tallies.begin() + Others;
    auto place = std::find_if(m_tallies.begin(), others, [&](const Tally &each) {
        return each.count > 0 && each.signature == signature;
    });
    if (place == others) {
        place = std::find_if(m_tallies.begin(), others,
                             [](const Tally &each) { return each.count == 0; });
        if (place != others)
            place->signature = std::move(signature);
    }
    return static_cast<std::uint8_t>(place - m_tallies.begin()); // Others, if there is none
}

void FailureCauses::enter(Item &item, ItemExtra &extra)
{
    const SharedText error = item.lastErrorText();
    const std::uint8_t cause = placeFor(errorSignature(error.text(), item.id()));
    Tally &tally = m_tallies.at(cause);
    if (!extra.isCounted || extra.cause != cause) {
        leave(extra);
        extra.cause = cause;
        extra.isCounted = true;
        tally.since = tally.count == 0 ? extra.lastError : std::min(tally.since, extra.lastError);
        ++tally.count;
    }
    if (extra.lastError >= tally.newest) {
        tally.newest = extra.lastError;
        tally.text = error;
    }
    extra.isErrorNew = false;
}

void FailureCauses::leave(ItemExtra &extra)
{
    if (!extra.isCounted)
        return;
    Tally &tally = m_tallies.at(extra.cause);
    --tally.count;
    if (extra.isCountedParked)
        --tally.parked;
    extra.isCounted = extra.isCountedParked = false;
    if (tally.count == 0)
        tally = {};
}

} // namespace qontroller
