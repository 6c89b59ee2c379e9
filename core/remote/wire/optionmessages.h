// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/control/command.h"

#include <qontroller.pb.h>

/// How a controller runs.
namespace qontroller::remote {

void write(const ControllerOptions &options, v1::Options &message);
[[nodiscard]] ControllerOptions read(const v1::Options &message);

} // namespace qontroller::remote
