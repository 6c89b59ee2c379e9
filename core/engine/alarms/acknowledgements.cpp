// SPDX-License-Identifier: LGPL-3.0-or-later
#include "core/engine/alarms/acknowledgements.h"

#include <algorithm>
#include <utility>

namespace qontroller {

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

void Acknowledgements::put(Acknowledgement acknowledgement, TimePoint now)
{
    std::string key = acknowledgement.key;
    m_all.insert_or_assign(std::move(key), Entry{std::move(acknowledgement), now});
}

void Acknowledgements::restore(Acknowledgement acknowledged, const Moment &at)
{
    const bool ends = acknowledged.until != WallTime{};
    if (ends && at.wall < acknowledged.at) {
        acknowledged.until = at.wall + (acknowledged.until - acknowledged.at);
        acknowledged.at = at.wall; // else the next life took the calendar to have gone back again
    }
    put(std::move(acknowledged), at.now);
}

bool Acknowledgements::take(const std::string &key)
{
    return m_all.erase(key) > 0;
}

bool Acknowledgements::look(const Counts &counts, const std::set<std::string> &listed,
                            const Moment &at)
{
    for (auto &[key, known] : m_all) {
        if (counts.contains(key) || isOfAnother(key, listed))
            known.seen = at.now;
    }
    const auto dropped = std::erase_if(m_all, [&](const auto &entry) {
        const auto &[key, known] = entry;
        const Acknowledgement &acknowledged = known.acknowledgement;
        const auto count = counts.find(key);
        const bool ends = acknowledged.until != WallTime{};
        const bool hasGrown = count != counts.end() && count->second > acknowledged.count;
        const bool isOver = ends ? acknowledged.until <= at.wall : hasGrown;
        return isOver || known.seen + Memory <= at.now;
    });
    return dropped > 0;
}

std::vector<Acknowledgement> Acknowledgements::all() const
{
    std::vector<Acknowledgement> all;
    for (const auto &[key, entry] : m_all)
        all.push_back(entry.acknowledgement);
    return all;
}

} // namespace qontroller
