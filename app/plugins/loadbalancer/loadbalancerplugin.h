// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/plugins/api/controllerplugin.h"

#include <QtCore/QObject>

namespace qontroller::loadbalancer {

/// The controller `load-balancer`: keeps the servers of a load balancer as a folder of files says.
class LoadBalancerPlugin final : public QObject, public ControllerPlugin
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID QONTROLLER_CONTROLLER_PLUGIN_IID FILE "loadbalancer.json")
    Q_INTERFACES(qontroller::ControllerPlugin)

public:
    tl::expected<ControllerParts, std::string> create(const QJsonObject &parameters,
                                                      const ControllerContext &context) override;
};

} // namespace qontroller::loadbalancer
