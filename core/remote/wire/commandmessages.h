// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/control/command.h"

#include <qontroller.pb.h>

#include <optional>

/// What operators tell controllers.
namespace qontroller::remote {

void write(const Command &command, v1::Command &message);
/// Nothing if the message has no action that this program knows.
[[nodiscard]] std::optional<Command> read(const v1::Command &message);

} // namespace qontroller::remote
