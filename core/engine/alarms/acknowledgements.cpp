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

void Acknowledgements::put(Acknowledgement acknowledgement)
{
    std::string key = acknowledgement.key;
    m_all.insert_or_assign(std::move(key), std::move(acknowledgement));
}

void Acknowledgements::restore(Acknowledgement acknowledged, const Moment &at)
{
    acknowledged.until = at.wallOf(at.timeToCome(acknowledged.until, acknowledged.at));
    // Else the next life took the calendar to have gone back again.
    acknowledged.at = std::min(acknowledged.at, at.wall);
    put(std::move(acknowledged));
}

bool Acknowledgements::take(const std::string &key)
{
    return m_all.erase(key) > 0;
}

std::vector<std::string> Acknowledgements::keepOnly(const std::set<std::string> &controllers)
{
    std::vector<std::string> dropped;
    std::erase_if(m_all, [&](const auto &each) {
        if (isOfAnother(each.first, controllers))
            dropped.push_back(each.first);
        return isOfAnother(each.first, controllers);
    });
    return dropped;
}

bool Acknowledgements::look(const Counts &counts, const std::set<std::string> &listed, WallTime now,
                            Duration passed)
{
    bool isNews = false;
    for (auto &[key, known] : m_all) {
        if (counts.contains(key))
            isNews |= lengthen(known.gone, -known.gone);
        else if (!isOfAnother(key, listed))
            isNews |= lengthen(known.gone, passed);
    }
    const auto dropped = std::erase_if(m_all, [&](const auto &entry) {
        const auto &[key, known] = entry;
        const auto count = counts.find(key);
        const bool ends = known.until != WallTime{};
        const bool hasGrown = count != counts.end() && count->second > known.count;
        const bool isOver = ends ? known.until <= now : hasGrown;
        return isOver || known.gone >= MemoryOfGone;
    });
    return isNews || dropped > 0;
}

std::vector<Acknowledgement> Acknowledgements::all() const
{
    std::vector<Acknowledgement> all;
    for (const auto &[key, acknowledgement] : m_all)
        all.push_back(acknowledgement);
    return all;
}

} // namespace qontroller
