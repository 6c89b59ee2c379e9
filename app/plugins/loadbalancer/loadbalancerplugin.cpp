// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/loadbalancer/loadbalancerplugin.h"

#include "app/plugins/loadbalancer/loadbalancerparts.h"

#include <QtCore/QDebug>

namespace qontroller::loadbalancer {

tl::expected<ControllerParts, std::string> LoadBalancerPlugin::create(
    const QJsonObject &parameters, const ControllerContext &context)
{
    auto options = readLoadBalancerOptions(parameters, context.controllerName);
    if (options && !context.isDryRun)
        options->mark.host = context.host;
    if (options) {
        options->mark.controller = context.controllerName;
        options->mark.say = [name = context.controllerName](const std::string &sentence) {
            qWarning("%s: %s", name.c_str(), sentence.c_str());
        };
    }
    return options.map(makeLoadBalancerParts);
}

} // namespace qontroller::loadbalancer
