// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/simulator/population.h"
#include "core/base/threads/clock.h"
#include "core/engine/api/objectid.h"

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace qontroller::simulator {

/// The simulated world: what should be (a Population that changes) and what is
/// (the version that was handled last). Thread-safe.
class Simulation final
{
public:
    explicit Simulation(SimulatorOptions options, Clock &clock = SteadyClock::instance());

    [[nodiscard]] const SimulatorOptions &options() const { return m_options; }
    [[nodiscard]] Clock &clock() const { return m_clock; }

    /// The number of a simulated object, whether it exists or not. Nothing for a
    /// foreign id.
    [[nodiscard]] std::optional<std::uint32_t> find(const ObjectId &id) const;

    // What should be

    /// 0: it does not exist.
    [[nodiscard]] Version desired(std::uint32_t object) const;
    /// Makes the next change of the world; see Population.
    [[nodiscard]] std::optional<Population::Change> change();

    /// The versions of all objects, by number, 0 for those that do not exist. From the
    /// second call on, those with Temper::Vanishing do not.
    [[nodiscard]] std::vector<Version> list();

    // What is

    /// 0: nothing is there.
    [[nodiscard]] Version actual(std::uint32_t object) const { return m_actual[object]; }
    void setActual(std::uint32_t object, Version version) { m_actual[object] = version; }
    /// How many objects are not what they should be.
    [[nodiscard]] std::size_t differences() const;

    /// The same numbers 1, 2, 3 … for each object, for any caller.
    [[nodiscard]] std::uint64_t countLock(std::uint32_t object) { return ++m_locks[object]; }

    // The end

    /// Ends every wait, now and from now on: the controller stops.
    void end() { m_end.request_stop(); }
    [[nodiscard]] std::stop_token ended() const { return m_end.get_token(); }

private:
    const SimulatorOptions m_options;
    Clock &m_clock;
    std::stop_source m_end;
    mutable Mutex m_mutex;
    Population m_population QONTROLLER_GUARDED_BY(m_mutex);
    bool m_listed QONTROLLER_GUARDED_BY(m_mutex) = false;
    std::vector<std::atomic<Version>> m_actual;
    std::vector<std::atomic<std::uint64_t>> m_locks; ///< empty if nothing is contested
};

} // namespace qontroller::simulator
