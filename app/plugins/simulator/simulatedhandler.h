// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/simulator/fate.h"
#include "app/plugins/simulator/simulation.h"
#include "core/engine/api/handler.h"
#include "core/engine/api/storage.h"

#include <memory>

namespace qontroller::simulator {

/// What the storage has of a simulated object.
struct SimulatedObject
{
    std::uint32_t number;
    Version version;
};

/// Takes time and fails as its options say, and else brings objects up to date.
class SimulatedHandler final : public Storage<SimulatedObject>, public Handler<SimulatedObject>
{
public:
    explicit SimulatedHandler(std::shared_ptr<Simulation> simulation)
        : m_simulation(std::move(simulation))
    {}

    Fetched<SimulatedObject> get(const Attempt &attempt) override;
    Outcome add(const SimulatedObject &object, const Attempt &attempt) override;
    Outcome remove(const Attempt &attempt) override;

private:
    /// Nothing: all is well.
    [[nodiscard]] std::optional<Outcome> suffer(const Draw &draw, const Attempt &attempt);
    [[nodiscard]] bool work(Duration time, const Attempt &attempt);
    void hang();

    std::shared_ptr<Simulation> m_simulation;
};

} // namespace qontroller::simulator
