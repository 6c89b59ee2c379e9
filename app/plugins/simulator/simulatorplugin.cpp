// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/simulator/simulatorplugin.h"

#include "app/plugins/simulator/simulatorparameters.h"
#include "app/plugins/simulator/simulatorparts.h"

namespace qontroller::simulator {

tl::expected<ControllerParts, std::string> SimulatorPlugin::create(const QJsonObject &parameters,
                                                                   const ControllerContext &context)
{
    const auto options = readSimulatorOptions(parameters, context.schema);
    if (!options)
        return tl::unexpected(options.error());
    return makeSimulatorParts(std::make_shared<Simulation>(*options));
}

} // namespace qontroller::simulator
