// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/simulatedfleet/fleetplugin.h"

#include "app/plugins/simulatedfleet/fleetparts.h"
#include "core/base/duration.h"

#include <array>

namespace qontroller::simulatedfleet {

namespace {

tl::expected<FleetOptions, std::string> readOptions(const QJsonObject &parameters)
{
    const auto value = [&](const char *key) { return parameters.value(QLatin1String(key)); };
    FleetOptions options;
    options.services = value("services").toInt();
    options.servers = value("servers").toInt();
    options.maxUnavailable = value("maxUnavailable").toInt();
    const std::array<std::pair<const char *, Duration *>, 5> durations{
        {{"restart", &options.restart},
         {"drain", &options.drain},
         {"longDrain", &options.longDrain},
         {"drainDeadline", &options.drainDeadline},
         {"pause", &options.pause}}};
    for (const auto &[key, duration] : durations) {
        const auto parsed = parseDuration(value(key).toString().toStdString());
        if (!parsed)
            return tl::unexpected(std::string(key) + ": " + parsed.error());
        *duration = *parsed;
    }
    if (options.drainDeadline == Duration::zero())
        return tl::unexpected(std::string("drainDeadline must be more than 0s"));
    return options;
}

} // namespace

tl::expected<ControllerParts, std::string> FleetPlugin::create(const QJsonObject &parameters,
                                                               const ControllerContext &context)
{
    const auto options = readOptions(parameters);
    if (!options)
        return tl::unexpected(options.error());
    return makeFleetParts(std::make_shared<Fleet>(*options, SteadyClock::instance()),
                          context.controllerName);
}

} // namespace qontroller::simulatedfleet
