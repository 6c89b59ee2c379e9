// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "app/plugins/loadbalancer/loadbalancerparameters.h"
#include "core/engine/api/controllerparts.h"

namespace qontroller::loadbalancer {

/// Makes the parts of a controller; touches nothing before they are used.
[[nodiscard]] ControllerParts makeLoadBalancerParts(const LoadBalancerOptions &options);

} // namespace qontroller::loadbalancer
