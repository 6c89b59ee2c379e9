// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/control/command.h"

#include <qontroller.pb.h>

#include <optional>

/// How a controller runs.
namespace qontroller::remote {

void write(const SetOptions &action, v1::Options &message);
/// Nothing: it names an option that this program does not know, or gives one another type.
[[nodiscard]] std::optional<SetOptions> readSetOptions(const v1::Options &message);

void write(const ControllerOptions &options, v1::Options &message);
/// Options that this program does not know are left out, those that are not there have their
/// defaults.
[[nodiscard]] ControllerOptions read(const v1::Options &message);

} // namespace qontroller::remote
