// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/alarms/acknowledgements.h"

#include <algorithm>
#include <utility>

namespace qontroller {

bool lengthen(Duration &gone, Duration passed)
{
    constexpr Duration Step = std::chrono::seconds(10); // else each second would be written down
    const auto before = gone / Step;
    gone += passed;
    return gone / Step != before;
}

bool isOfAnother(const std::string &key, const std::set<std::string> &controllers)
{
    const bool isOfHost = key.find('/') == std::string::npos;
    return !isOfHost && std::ranges::none_of(controllers, [&key](const std::string &name) {
        return key.starts_with(name + '/');
    });
}

void mark(std::vector<Need> &needs, const std::vector<Acknowledgement> &all)
{
    for (Need &each : needs) {
        const auto found = std::ranges::find(all, each.key(), &Acknowledgement::key);
        if (found != all.end())
            each.acknowledged = *found;
    }
}

void Acknowledgements::put(Acknowledgement acknowledgement, const Moment &at)
{
    std::string key = acknowledgement.key;
    const TimePoint end = at.timeToCome(acknowledgement.until, acknowledgement.at);
    m_all.insert_or_assign(std::move(key), Entry{std::move(acknowledgement), end});
}

bool Acknowledgements::take(const std::string &key)
{
    return m_all.erase(key) > 0;
}

std::vector<std::string> Acknowledgements::keepOnly(const std::set<std::string> &controllers)
{
    std::vector<std::string> dropped;
    std::erase_if(m_all, [&](const auto &each) {
        const bool isDropped = isOfAnother(each.first, controllers);
        if (isDropped)
            dropped.push_back(each.first);
        return isDropped;
    });
    return dropped;
}

bool Acknowledgements::look(const Counts &counts, const std::set<std::string> &listed,
                            TimePoint now, Duration passed)
{
    bool isNews = false;
    for (auto &[key, entry] : m_all) {
        Duration &gone = entry.acknowledgement.gone;
        if (counts.contains(key))
            isNews |= lengthen(gone, -gone);
        else if (!isOfAnother(key, listed))
            isNews |= lengthen(gone, passed);
    }
    const auto dropped = std::erase_if(m_all, [&](const auto &each) {
        const auto &[key, entry] = each;
        const auto count = counts.find(key);
        const bool hasGrown = count != counts.end() && count->second > entry.acknowledgement.count;
        const bool isOver = entry.end != TimePoint{} ? entry.end <= now : hasGrown;
        return isOver || entry.acknowledgement.gone >= MemoryOfGone;
    });
    return isNews || dropped > 0;
}

std::vector<Acknowledgement> Acknowledgements::all(const Moment &at) const
{
    std::vector<Acknowledgement> all;
    for (const auto &[key, entry] : m_all) {
        all.push_back(entry.acknowledgement);
        all.back().at = std::min(all.back().at, at.wall);
        all.back().until = at.wallOf(entry.end);
    }
    return all;
}

} // namespace qontroller
