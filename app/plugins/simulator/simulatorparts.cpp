// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/simulator/simulatorparts.h"

#include "app/plugins/simulator/simulatedhandler.h"
#include "app/plugins/simulator/simulatedlocker.h"
#include "app/plugins/simulator/simulatedsource.h"
#include "core/engine/api/functions.h"

namespace qontroller::simulator {

std::string describe(const ObjectId &id, Version version)
{
    if (version == 0)
        return "absent\n";
    return "name: " + id + "\nrole: " + id.substr(0, id.find('-')) + "\nrelease: 12."
           + std::to_string(version % 12) + "\npackages: " + std::to_string(180 + version % 40)
           + "\nversion: " + std::to_string(version) + '\n';
}

ControllerParts makeSimulatorParts(const std::shared_ptr<Simulation> &simulation)
{
    const auto handler = std::make_shared<SimulatedHandler>(simulation);
    ControllerParts parts;
    parts.listerWatcher = std::make_shared<SimulatedSource>(simulation);
    parts.reconciler = makeReconciler<SimulatedObject>(handler, handler);
    if (simulation->options().shares.contested > 0)
        parts.locker = std::make_shared<SimulatedLocker>(simulation);
    parts.describer = makeDescriber(
        [simulation](const ObjectId &id, const std::stop_token &) {
            const auto object = simulation->find(id);
            return describe(id, object ? simulation->desired(*object) : 0);
        },
        [simulation](const ObjectId &id, const std::stop_token &) {
            const auto object = simulation->find(id);
            return describe(id, object ? simulation->actual(*object) : 0);
        });
    return parts;
}

} // namespace qontroller::simulator
