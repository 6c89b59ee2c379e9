// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/simulator/simulation.h"
#include "core/engine/api/listerwatcher.h"

#include <memory>

namespace qontroller::simulator {

/// Lists the simulated objects, and changes them while it watches, at a steady rate.
class SimulatedSource final : public ListerWatcher
{
public:
    explicit SimulatedSource(std::shared_ptr<Simulation> simulation)
        : m_simulation(std::move(simulation))
    {}

    ListResult list(ListSink &sink, std::stop_token stop) override;
    WatchMode watchMode() const override { return WatchMode::Live; }

    /// Makes up for being late, so the rate holds in the long run. Its stop means
    /// that the controller ends: it ends the simulation.
    WatchEnd watch(WatchSink &sink, const std::string &cursor, std::stop_token stop) override;

private:
    [[nodiscard]] bool makeChange(WatchSink &sink);
    [[nodiscard]] Duration timeOf(std::uint64_t change) const;

    std::shared_ptr<Simulation> m_simulation;
};

} // namespace qontroller::simulator
