// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/plugins/api/controllerplugin.h"

#include <QtCore/QObject>

namespace qontroller::simulatedfleet {

/// Makes controllers of fleets that only pretend to be there.
class FleetPlugin final : public QObject, public ControllerPlugin
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID QONTROLLER_CONTROLLER_PLUGIN_IID FILE "simulatedfleet.json")
    Q_INTERFACES(qontroller::ControllerPlugin)

public:
    tl::expected<ControllerParts, std::string> create(const QJsonObject &parameters,
                                                      const ControllerContext &context) override;
};

} // namespace qontroller::simulatedfleet
