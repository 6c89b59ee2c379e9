// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/simulator/simulation.h"
#include "core/engine/api/objectlocker.h"

#include <memory>

namespace qontroller::simulator {

/// Grants every lock but most of those on contested objects.
class SimulatedLocker final : public ObjectLocker
{
public:
    explicit SimulatedLocker(std::shared_ptr<Simulation> simulation)
        : m_simulation(std::move(simulation))
    {}

    LockResult acquire(const ObjectId &id, std::shared_ptr<LockSink> sink,
                       std::stop_token stop) override;

private:
    std::shared_ptr<Simulation> m_simulation;
};

} // namespace qontroller::simulator
