// SPDX-License-Identifier: LGPL-3.0-or-later
#include "app/plugins/loadbalancer/loadbalancerplugin.h"

#include "app/plugins/loadbalancer/loadbalancerparts.h"

namespace qontroller::loadbalancer {

tl::expected<ControllerParts, std::string> LoadBalancerPlugin::create(
    const QJsonObject &parameters, const ControllerContext &context)
{
    return readLoadBalancerOptions(parameters, context.controllerName).map(makeLoadBalancerParts);
}

} // namespace qontroller::loadbalancer
