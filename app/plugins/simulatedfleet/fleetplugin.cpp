// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/simulatedfleet/fleetplugin.h"

#include "app/plugins/simulatedfleet/fleetparts.h"
#include "core/plugins/api/parameterreader.h"

namespace qontroller::simulatedfleet {

namespace {

tl::expected<FleetOptions, std::string> readOptions(const QJsonObject &parameters,
                                                    const QJsonObject &schema)
{
    FleetOptions options;
    ParameterReader read(parameters, schema);
    read.field("services", options.services)
        .field("servers", options.servers)
        .field("maxUnavailable", options.maxUnavailable)
        .field("restart", options.restart)
        .field("drain", options.drain)
        .field("longDrain", options.longDrain)
        .field("drainDeadline", options.drainDeadline)
        .field("pause", options.pause);
    if (auto problem = read.problem())
        return tl::unexpected(*std::move(problem));
    if (options.drainDeadline == Duration::zero())
        return tl::unexpected(std::string("drainDeadline must be more than 0s"));
    return options;
}

} // namespace

tl::expected<ControllerParts, std::string> FleetPlugin::create(const QJsonObject &parameters,
                                                               const ControllerContext &context)
{
    const auto options = readOptions(parameters, context.schema);
    if (!options)
        return tl::unexpected(options.error());
    return makeFleetParts(std::make_shared<Fleet>(*options, SteadyClock::instance()),
                          context.controllerName);
}

} // namespace qontroller::simulatedfleet
