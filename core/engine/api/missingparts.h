// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

#include "core/engine/api/controllerparts.h"

#include <cstddef>
#include <optional>
#include <string>

namespace qontroller {

/// Sources of one controller, its own and the related ones: each has two threads.
inline constexpr std::size_t MostSources = 32;

/// What \a parts lack to make a controller, or have too many of, as a sentence without its end
/// mark; nothing if they are complete. Calls none of the parts.
[[nodiscard]] std::optional<std::string> whatIsMissing(const ControllerParts &parts);

} // namespace qontroller
