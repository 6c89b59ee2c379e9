// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/api/controllerparts.h"

#include <optional>
#include <string>

namespace qontroller {

/// What \a parts lack to make a controller, as a sentence without its end mark; nothing if they
/// are complete. Calls none of the parts.
[[nodiscard]] std::optional<std::string> whatIsMissing(const ControllerParts &parts);

} // namespace qontroller
