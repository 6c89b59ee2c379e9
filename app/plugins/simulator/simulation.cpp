// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/simulator/simulation.h"

#include "app/plugins/simulator/objectnames.h"

#include <utility>

namespace qontroller::simulator {

Simulation::Simulation(SimulatorOptions options, Clock &clock)
    : m_options(std::move(options))
    , m_clock(clock)
    , m_population(m_options)
    , m_actual(m_population.size())
    , m_locks(m_options.shares.contested > 0 ? m_population.size() : 0)
{}

std::optional<std::uint32_t> Simulation::find(const ObjectId &id) const
{
    const auto object = objectOf(id);
    return object && *object < m_actual.size() ? object : std::nullopt;
}

Version Simulation::desired(std::uint32_t object) const
{
    MutexLock lock(m_mutex);
    return m_population.version(object);
}

std::optional<Population::Change> Simulation::change()
{
    MutexLock lock(m_mutex);
    return m_population.change();
}

std::vector<Version> Simulation::list()
{
    MutexLock lock(m_mutex);
    if (std::exchange(m_listed, true))
        m_population.vanish();
    return m_population.versions();
}

std::size_t Simulation::differences() const
{
    MutexLock lock(m_mutex);
    std::size_t count = 0;
    for (std::uint32_t object = 0; object < m_population.size(); ++object)
        count += m_population.version(object) != m_actual[object] ? 1 : 0;
    return count;
}

} // namespace qontroller::simulator
