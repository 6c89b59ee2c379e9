// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/simulator/population.h"

#include "app/plugins/simulator/chance.h"
#include "app/plugins/simulator/fate.h"

#include <utility>

namespace qontroller::simulator {

namespace {

constexpr Version FirstVersion = 1;

/// Room for creations while nothing is deleted.
std::uint32_t spare(const SimulatorOptions &options)
{
    return options.deletions > 0 && options.objects > 0 ? options.objects / 8 + 1 : 0;
}

} // namespace

Population::Population(const SimulatorOptions &options)
    : m_seed(options.seed)
    , m_deletions(options.deletions)
    , m_limit(options.changes)
    , m_versions(options.objects + spare(options), 0)
{
    for (std::uint32_t object = 0; object < size(); ++object) {
        const bool exists = object < options.objects;
        const bool vanishes = temperOf(options, object) == Temper::Vanishing;
        if (exists)
            m_versions[object] = FirstVersion;
        if (exists && vanishes)
            m_vanishing.push_back(object);
        else if (!vanishes)
            (exists ? m_present : m_absent).push_back(object);
    }
}

std::optional<Population::Change> Population::change()
{
    if ((m_limit > 0 && m_changes == m_limit) || m_present.size() + m_absent.size() == 0)
        return std::nullopt;
    const std::uint64_t bits = randomBits({m_seed, ++m_changes});
    const EventType type = nextType(fraction(bits));
    const std::uint64_t choice = randomBits({bits});
    Change change{type, 0, FirstVersion + m_changes};
    switch (type) {
    case EventType::Added: change.object = move(m_absent, m_present, choice); break;
    case EventType::Deleted: change.object = move(m_present, m_absent, choice); break;
    case EventType::Modified: change.object = m_present[choice % m_present.size()]; break;
    }
    m_versions[change.object] = type == EventType::Deleted ? 0 : change.version;
    return change;
}

EventType Population::nextType(double chance) const
{
    if (m_present.empty())
        return EventType::Added;
    if (chance < m_deletions)
        return EventType::Deleted;
    return chance < 2 * m_deletions && !m_absent.empty() ? EventType::Added : EventType::Modified;
}

std::uint32_t Population::move(Numbers &from, Numbers &to, std::uint64_t bits)
{
    std::swap(from[bits % from.size()], from.back());
    const std::uint32_t object = from.back();
    from.pop_back();
    to.push_back(object);
    return object;
}

void Population::vanish()
{
    for (const std::uint32_t object : m_vanishing)
        m_versions[object] = 0;
    m_vanishing.clear();
}

} // namespace qontroller::simulator
