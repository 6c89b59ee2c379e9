// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include <QtCore/QJsonObject>

#include "app/plugins/simulator/simulatoroptions.h"

#include <tl/expected.hpp>

#include <string>

namespace qontroller::simulator {

/// Reads parameters that match \a schema, which is that of simulator.json. The error is a sentence
/// that begins with the path of the value that is wrong, and says what would be right.
[[nodiscard]] tl::expected<SimulatorOptions, std::string> readSimulatorOptions(
    const QJsonObject &parameters, const QJsonObject &schema);

} // namespace qontroller::simulator
